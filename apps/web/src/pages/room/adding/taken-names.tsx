import { type ReactNode, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { Select } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { compareNaturally } from '../base/folders.ts';
import { sentenceOf, TwoFiles } from '../base/name-question.tsx';
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

const isWay = (id: string): id is SameNameChoice => WAYS.some((way) => way.id === id);

/** Names that are shown, each with a choice of its own. The others follow the choice for all. */
const MAX_SHOWN = 100;

type Props = Readonly<{
  taken: readonly TakenName[];
  answer: (choices: readonly SameNameChoice[] | undefined) => void;
}>;

/** Asks about all names at once: one choice for all, and another one for single names. */
export function TakenNames({ taken, answer }: Props): ReactNode {
  const [forAll, setForAll] = useState<SameNameChoice>('version');
  const [single, setSingle] = useState<ReadonlyMap<TakenName, SameNameChoice>>(new Map());
  const wayOf = (name: TakenName): SameNameChoice => {
    const wish = single.get(name) ?? forAll;
    return waysFor(name).includes(wish) ? wish : 'both';
  };
  const [first, ...others] = taken;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  const offered = WAYS.filter(({ id }) => taken.some((name) => waysFor(name).includes(id)));
  const left = taken.length - MAX_SHOWN;
  return (
    <FormDialog
      title={`${plural(taken.length, 'name')} ${isOne ? 'is' : 'are'} taken`}
      action="Go on"
      work={{ error: null, isPending: false, mutate: () => answer(taken.map(wayOf)) }}
      onClose={() => answer(undefined)}
      isWide={!isOne}
      isAlert
    >
      {isOne && (
        <TwoFiles
          name={first.added.name}
          folder={first.added.folder}
          there={first.there}
          coming={first.added}
          comes="To add"
        />
      )}
      <Choices
        legend={isOne ? 'What to do with it' : 'What to do with all of them'}
        options={offered.map((one) =>
          one.id === 'both' && isOne ? { ...one, note: isolateNames`${one.note}: ${first.numbered}` } : one,
        )}
        value={isOne ? wayOf(first) : single.size === 0 ? forAll : undefined}
        onChange={(way) => {
          setForAll(way);
          setSingle(new Map());
        }}
      />
      {!isOne && (
        <ul className="taken-names" aria-label="Names that are taken">
          {taken
            .toSorted(inOrder)
            .slice(0, MAX_SHOWN)
            .map((name) => (
              <TakenRow
                key={`${name.added.folder}/${name.added.name}`}
                name={name}
                way={wayOf(name)}
                onChange={(way) => setSingle(new Map(single).set(name, way))}
              />
            ))}
          {left > 0 && <li className="soft">and {formatNumber(left)} more, as it was chosen for all</li>}
        </ul>
      )}
    </FormDialog>
  );
}

const inOrder = ({ added: one }: TakenName, { added: other }: TakenName): number =>
  compareNaturally(one.folder, other.folder) || compareNaturally(one.name, other.name);

type RowProps = Readonly<{ name: TakenName; way: SameNameChoice; onChange: (way: SameNameChoice) => void }>;

/** A name with both files and the choice for it. */
function TakenRow({ name, way, onChange }: RowProps): ReactNode {
  const { added, there, numbered } = name;
  const ways = waysFor(name);
  return (
    <li>
      <div>
        <strong className="list-name">
          <FileName name={added.name} />
        </strong>
        {added.folder !== '' && (
          <small className="soft">
            in <bdi>{added.folder}</bdi>
          </small>
        )}
        <small className="soft">In the room: {sentenceOf(there)}</small>
        <small className="soft">To add: {sentenceOf(added)}</small>
      </div>
      <Select
        label={isolateNames`What to do with ${added.name}`}
        hideLabel
        options={WAYS.filter(({ id }) => ways.includes(id)).map(({ id, name: what }) => ({
          id,
          name: id === 'both' ? isolateNames`${what}: ${numbered}` : what,
        }))}
        value={way}
        onChange={(id) => isWay(id) && onChange(id)}
      />
    </li>
  );
}
