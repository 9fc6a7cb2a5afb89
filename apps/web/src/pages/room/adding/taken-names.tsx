import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { TwoFiles } from '../base/name-question.tsx';
import { NameTable } from '../base/name-table.tsx';
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

const firstWay = (name: TakenName): SameNameChoice => waysFor(name)[0] ?? 'both';

/** Asks about names that are taken: each has a choice, and one is for all of them. */
export function TakenNames({ taken, answer }: Props): ReactNode {
  const [choices, setChoices] = useState(() => taken.map(firstWay));
  const choose = (places: readonly number[], way: SameNameChoice): void =>
    setChoices((before) =>
      before.map((one, index) => {
        const name = taken[index];
        if (name === undefined || !places.includes(index)) return one;
        return waysFor(name).includes(way) ? way : 'both';
      }),
    );
  const [only, ...others] = taken;
  if (only === undefined) return null;
  return (
    <FormDialog
      title={`${plural(taken.length, 'name is', 'names are')} taken`}
      action="Go on"
      work={{ error: null, isPending: false, mutate: () => answer(choices) }}
      onClose={() => answer(undefined)}
      isAlert
      isWide={others.length > 0}
    >
      {others.length > 0 ? (
        <NameTable
          rows={taken.map((name, index) => ({
            ...name,
            id: String(index),
            name: name.added.name,
            folder: name.added.folder,
            coming: name.added,
            ways: waysFor(name),
            way: choices[index] ?? 'both',
          }))}
          ways={WAYS}
          comes="To add"
          onWay={(ids, way) => choose(ids.map(Number), way)}
        />
      ) : (
        <>
          <TwoFiles
            name={only.added.name}
            folder={only.added.folder}
            there={only.there}
            coming={only.added}
            comes="To add"
          />
          <Choices
            legend="What to do with it"
            options={WAYS.filter(({ id }) => waysFor(only).includes(id)).map((one) =>
              one.id === 'both' ? { ...one, note: isolateNames`${one.note}: ${only.numbered}` } : one,
            )}
            value={choices[0]}
            onChange={(way) => choose([0], way)}
          />
        </>
      )}
    </FormDialog>
  );
}
