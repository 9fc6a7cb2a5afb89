import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import type { SameNameChoice } from './added-files.ts';

const NAMED = 5;
const WAYS = [
  {
    id: 'version',
    name: 'Add versions',
    note: 'The file in the room keeps its links; what it held before stays as a version',
  },
  { id: 'both', name: 'Keep both', note: 'The added file gets a number: report (2).pdf' },
  { id: 'leave', name: 'Leave them out', note: 'Only the others are added' },
] as const;
const isWay = (text: string): text is SameNameChoice => WAYS.some(({ id }) => id === text);

/** Asks about the names of added files that others in the room have. Undefined: nothing is added. */
export type AskSameNameChoice = (names: readonly string[]) => Promise<SameNameChoice | undefined>;

type Question = Readonly<{ names: readonly string[]; answer: (way: SameNameChoice | undefined) => void }>;

/** `question`: the dialog while one is open. Questions about files that are dropped meanwhile come after it. */
export function useTakenNames(): Readonly<{ ask: AskSameNameChoice; question: ReactNode }> {
  const [waiting, setWaiting] = useState<readonly Question[]>([]);
  const ask: AskSameNameChoice = (names) =>
    new Promise((resolve) => {
      const question: Question = {
        names,
        answer: (way) => {
          setWaiting((all) => all.filter((one) => one !== question));
          resolve(way);
        },
      };
      setWaiting((all) => [...all, question]);
    });
  const [first] = waiting;
  return { ask, question: first !== undefined && <TakenNames key={first.names.join('/')} {...first} /> };
}

function TakenNames({ names, answer }: Question): ReactNode {
  const [way, setWay] = useState<SameNameChoice>('version');
  return (
    <FormDialog
      title={`${plural(names.length, 'name')} ${names.length === 1 ? 'is' : 'are'} taken`}
      action="Go on"
      work={{ error: null, isPending: false, mutate: () => answer(way) }}
      onClose={() => answer(undefined)}
      isAlert
    >
      <p>In the room are files of these names with another content:</p>
      <ul className="consequences">
        {names.slice(0, NAMED).map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {names.length > NAMED && <li>and {names.length - NAMED} more</li>}
      </ul>
      <Select
        label="What to do with them"
        value={way}
        onChange={(next) => isWay(next) && setWay(next)}
        options={WAYS}
      />
    </FormDialog>
  );
}
