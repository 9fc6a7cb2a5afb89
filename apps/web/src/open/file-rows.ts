import { formatSize } from '../base/size.ts';
import { elementWithId } from './element.ts';
import type { PackageEntry } from './kept.ts';
import { isViewable } from './viewable.ts';

type Deeds = Readonly<{
  download: (file: PackageEntry) => void;
  view: (file: PackageEntry, opener: HTMLElement) => void;
}>;

/** Lists the files with buttons for each; none for a link to one file. */
export function showRows(files: readonly PackageEntry[], deeds: Deeds): void {
  const list = elementWithId('files', HTMLUListElement);
  list.hidden = files.length === 0;
  list.replaceChildren(...files.map((file) => rowOf(file, deeds)));
}

function rowOf(file: PackageEntry, { download, view }: Deeds): HTMLLIElement {
  const row = document.createElement('li');
  const label = row.appendChild(document.createElement('span'));
  label.id = `file-${file.index}`;
  label.dir = 'auto';
  label.textContent = file.name;
  const amount = row.appendChild(document.createElement('span'));
  amount.className = 'hint';
  amount.textContent = formatSize(file.size);
  const deeds = row.appendChild(document.createElement('span'));
  deeds.className = 'deeds';
  const button = (id: string, text: string): HTMLButtonElement => {
    const made = deeds.appendChild(document.createElement('button'));
    made.type = 'button';
    made.className = 'plain';
    made.id = `${id}-${file.index}`;
    made.textContent = text;
    made.setAttribute('aria-labelledby', `${made.id} ${label.id}`);
    return made;
  };
  if (isViewable(file.name)) {
    const shown = button('view', 'View');
    shown.addEventListener('click', () => view(file, shown));
  }
  button('get', 'Download').addEventListener('click', () => download(file));
  return row;
}
