import type { ReactNode } from 'react';
import { formatNumber } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { Select } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { compareNaturally } from './folders.ts';
import { type FileFacts, sentenceOf } from './name-question.tsx';

/** Rows with a choice of their own. More of them make the dialog slow. */
const MOST = 100;

type Way<T extends string> = Readonly<{ id: T; name: string; note: string }>;

/** A taken name. `there`: undefined where another of the same files has it; `numbered`: the name that keeps both. */
export type TakenRow<T extends string> = Readonly<{
  id: string;
  name: string;
  folder: string;
  there: FileFacts | undefined;
  coming: FileFacts;
  numbered: string;
  ways: readonly T[];
  way: T;
}>;

type Props<T extends string> = Readonly<{
  rows: readonly TakenRow<T>[];
  ways: readonly Way<T>[];
  /** The word for the file that comes. */
  comes: 'To add' | 'To move';
  /** Gets the chosen way for some rows. */
  onWay: (ids: readonly string[], way: T) => void;
}>;

type Place = Readonly<{ folder: string; name: string }>;

const inOrder = (one: Place, other: Place): number =>
  compareNaturally(one.folder, other.folder) || compareNaturally(one.name, other.name);

/** Several taken names, each with a choice, and one for all of them. */
export function NameTable<T extends string>({ rows, ways, comes, onWay }: Props<T>): ReactNode {
  const [first] = rows;
  const isOneWay = rows.every(({ way }) => way === first?.way);
  return (
    <>
      <Choices
        legend="What to do with all of them"
        options={ways.filter(({ id }) => rows.some((row) => row.ways.includes(id)))}
        value={isOneWay ? first?.way : undefined}
        onChange={(way) =>
          onWay(
            rows.map(({ id }) => id),
            way,
          )
        }
      />
      <ul className="taken-names" aria-label="Names that are taken">
        {rows
          .toSorted(inOrder)
          .slice(0, MOST)
          .map((row) => (
            <li key={row.id}>
              <div>
                <strong className="list-name">
                  <FileName name={row.name} />
                </strong>
                {row.folder !== '' && (
                  <small className="soft">
                    in <bdi>{row.folder}</bdi>
                  </small>
                )}
                <small className="soft">
                  {row.there === undefined
                    ? 'Another of these files has this name'
                    : `In the room: ${sentenceOf(row.there)}`}
                </small>
                <small className="soft">
                  {comes}: {sentenceOf(row.coming)}
                </small>
              </div>
              <Select
                label={isolateNames`What to do with ${row.name}`}
                hideLabel
                value={row.way}
                onChange={(way) => onWay([row.id], row.ways.find((one) => one === way) ?? row.way)}
                options={ways
                  .filter(({ id }) => row.ways.includes(id))
                  .map(({ id, name }) => ({
                    id,
                    name: id === 'both' ? isolateNames`${name}: ${row.numbered}` : name,
                  }))}
              />
            </li>
          ))}
      </ul>
      {rows.length > MOST && (
        <p className="soft">and {formatNumber(rows.length - MOST)} more, as it was chosen for all</p>
      )}
    </>
  );
}
