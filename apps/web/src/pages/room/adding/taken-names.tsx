import { type ReactNode, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { Check } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { TwoFiles } from '../base/name-question.tsx';
import { type SameNameChoice, type TakenName, waysFor } from './added-files.ts';

const WAYS = [
  {
    id: 'version',
    name: 'New version',
    note: 'The file in the room keeps its links; what it held before stays as a version',
  },
  { id: 'both', name: 'Keep both', note: 'The added file gets a number' },
  { id: 'leave', name: 'Skip', note: 'This file is not added' },
] as const;

type Props = Readonly<{
  taken: readonly TakenName[];
  answer: (choices: readonly SameNameChoice[] | undefined) => void;
}>;

/** Asks about one name after the other, or about all that are left at once. */
export function TakenNames({ taken, answer }: Props): ReactNode {
  const [choices, setChoices] = useState<readonly SameNameChoice[]>([]);
  const [wish, setWish] = useState<SameNameChoice>('version');
  const [isForAll, setForAll] = useState(true);
  const left = taken.slice(choices.length);
  const [current] = left;
  if (current === undefined) return null;
  const { added, there, numbered } = current;
  const ways = waysFor(current);
  const way = ways.includes(wish) ? wish : 'both';
  const goOn = (): void => {
    const next = [...choices, ...left.slice(0, isForAll ? left.length : 1).map(() => way)];
    if (next.length < taken.length) setChoices(next);
    else answer(next);
  };
  return (
    <FormDialog
      title={`${plural(left.length, 'name')} ${left.length === 1 ? 'is' : 'are'} taken`}
      action="Go on"
      work={{ error: null, isPending: false, mutate: goOn }}
      onClose={() => answer(undefined)}
      isAlert
    >
      <TwoFiles name={added.name} folder={added.folder} there={there} coming={added} comes="To add" />
      <Choices
        legend="What to do with it"
        options={WAYS.filter(({ id }) => ways.includes(id)).map((one) =>
          one.id === 'both' ? { ...one, note: isolateNames`${one.note}: ${numbered}` } : one,
        )}
        value={way}
        onChange={setWish}
      />
      {left.length > 1 && (
        <Check isSelected={isForAll} onChange={setForAll}>
          The same for the other {left.length === 2 ? 'name' : `${formatNumber(left.length - 1)} names`}
        </Check>
      )}
    </FormDialog>
  );
}
