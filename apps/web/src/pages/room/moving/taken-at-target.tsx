import type { Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { replacedNote, TwoFiles } from '../base/name-question.tsx';
import { NameTable } from '../base/name-table.tsx';
import { type MoveConflictChoice, waysAt } from './moving.ts';

/** A file that moves onto a taken name. `there`: undefined where another moved file has it; `numbered`: the name that keeps both. */
export type TakenAtTarget = Readonly<{ coming: RoomFile; there: RoomFile | undefined; numbered: string }>;

const waysOf = ({ bin_days: binDays }: Room) =>
  [
    { id: 'both', name: 'Keep both', note: 'The moved file gets a number' },
    { id: 'replace', name: 'Replace', note: replacedNote(binDays) },
    { id: 'leave', name: 'Skip', note: 'It stays where it is; only the others are moved' },
  ] as const;

type Props = Readonly<{
  room: Room;
  taken: readonly TakenAtTarget[];
  wayOf: (id: string) => MoveConflictChoice;
  /** Gets the choice for some files. */
  onWay: (ids: readonly string[], way: MoveConflictChoice) => void;
}>;

/** Asks about names that are taken where files move to. */
export function TakenAtTarget({ room, taken, wayOf, onWay }: Props): ReactNode {
  const [only, ...others] = taken;
  if (only === undefined) return null;
  return (
    <section aria-label="Names" className="form">
      <p>{plural(taken.length, 'name is', 'names are')} taken there.</p>
      {others.length > 0 ? (
        <NameTable
          rows={taken.map((name) => ({
            ...name,
            id: name.coming.id,
            name: name.coming.name,
            folder: name.coming.folder,
            ways: waysAt(name.there),
            way: wayOf(name.coming.id),
          }))}
          ways={waysOf(room)}
          comes="To move"
          onWay={onWay}
        />
      ) : (
        <>
          {only.there === undefined ? (
            <p>
              <bdi>{only.coming.name}</bdi>: another of these files has this name.
            </p>
          ) : (
            <TwoFiles name={only.coming.name} there={only.there} coming={only.coming} comes="To move" />
          )}
          <Choices
            legend="Where a name is taken"
            options={waysOf(room)
              .filter(({ id }) => waysAt(only.there).includes(id))
              .map((one) => (one.id === 'both' ? { ...one, note: isolateNames`${one.note}: ${only.numbered}` } : one))}
            value={wayOf(only.coming.id)}
            onChange={(way) => onWay([only.coming.id], way)}
          />
        </>
      )}
    </section>
  );
}
