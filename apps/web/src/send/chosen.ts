import { plural } from '../base/format.ts';
import { formatSize } from '../base/size.ts';

export type ChosenState = 'waiting' | 'sending' | 'failed' | 'refused';

/** A file that a person chose. `refused`: another attempt fails as well. */
export type ChosenFile = {
  readonly file: File;
  readonly row: HTMLLIElement;
  readonly show: (state: ChosenState, reason?: string) => void;
  state: ChosenState;
};

let made = 0;

/** A file in the list of chosen ones, with a button that takes it off. */
export function chosenFile(file: File, onRemove: (chosen: ChosenFile) => void): ChosenFile {
  const row = document.createElement('li');
  const name = row.appendChild(document.createElement('span'));
  name.id = `chosen-${made++}`;
  name.dir = 'auto';
  name.textContent = file.name;
  const about = row.appendChild(document.createElement('span'));
  about.className = 'hint';
  const button = row.appendChild(document.createElement('button'));
  button.type = 'button';
  button.className = 'plain';
  button.id = `remove-${name.id}`;
  button.textContent = 'Remove';
  button.setAttribute('aria-labelledby', `${button.id} ${name.id}`);
  const reason = row.appendChild(document.createElement('span'));
  reason.className = 'reason';
  const show = (state: ChosenState, why = ''): void => {
    chosen.state = state;
    about.textContent = WORDS[state] ?? formatSize(file.size);
    reason.textContent = why;
    button.hidden = state === 'sending';
  };
  const chosen: ChosenFile = { file, row, show, state: 'waiting' };
  button.addEventListener('click', () => onRemove(chosen));
  show('waiting');
  return chosen;
}

const WORDS: Partial<Record<ChosenState, string>> = {
  sending: 'Sending',
  failed: 'Not sent',
  refused: 'Cannot be sent',
};

type Limits = Readonly<{
  files: number;
  bytes: number;
  ofOne: number;
  /** Whether nothing was sent before. */
  isFirst: boolean;
  /** Whether an earlier attempt holds a place already. */
  hasPlace: (file: File) => boolean;
}>;

/** Says of each file that waits whether it fits into what may still be sent. Returns those that do. */
export function fittingFiles(
  all: readonly ChosenFile[],
  { files, bytes, ofOne, isFirst, hasPlace }: Limits,
): readonly ChosenFile[] {
  let [filesLeft, bytesLeft] = [files, bytes];
  const found: ChosenFile[] = [];
  const tooMany: ChosenFile[] = [];
  for (const chosen of all) {
    const { file, show } = chosen;
    if (hasPlace(file)) found.push(chosen);
    else if (file.size > ofOne)
      show('refused', `A file can have ${formatSize(ofOne)} at most. Split it, or leave it out.`);
    else if (filesLeft === 0) tooMany.push(chosen);
    else if (file.size > bytesLeft)
      show('refused', `Only ${formatSize(bytesLeft)} are left for it. Remove others, or ask for another link.`);
    else {
      if (chosen.state === 'refused') show('waiting');
      filesLeft -= 1;
      bytesLeft -= file.size;
      found.push(chosen);
    }
  }
  const limit = `This link takes ${plural(files, 'file')}${isFirst ? '' : ' more'}; remove ${tooMany.length}.`;
  for (const { show } of tooMany) show('refused', limit);
  return found;
}
