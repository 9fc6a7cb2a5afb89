import type { Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Choices } from '../../../design/choices.tsx';
import { replacedNote, TwoFiles } from '../base/name-question.tsx';
import type { MoveConflictChoice } from './moving.ts';

const NAMED = 5;

/** A file that moves onto a taken name. `there`: undefined where another moved file has it; `numbered`: the name that keeps both. */
export type TakenAtTarget = Readonly<{ coming: RoomFile; there: RoomFile | undefined; numbered: string }>;

const waysOf = ({ bin_days: binDays }: Room, numbered: string) =>
  [
    {
      id: 'both',
      name: 'Keep both',
      note: isolateNames`The moved file gets a number: ${numbered}`,
    },
    { id: 'replace', name: 'Replace', note: replacedNote(binDays) },
    { id: 'leave', name: 'Skip', note: 'It stays where it is; only the others are moved' },
  ] as const;

type Props = Readonly<{
  room: Room;
  taken: readonly TakenAtTarget[];
  possible: readonly MoveConflictChoice[];
  way: MoveConflictChoice;
  onWay: (way: MoveConflictChoice) => void;
}>;

/** Asks about names that are taken where files move to, all at once. */
export function TakenAtTarget({ room, taken, possible, way, onWay }: Props): ReactNode {
  return (
    <section aria-label="Taken names" className="form">
      <p>{plural(taken.length, 'name is', 'names are')} taken there.</p>
      {taken.slice(0, NAMED).map(({ coming, there }) =>
        there === undefined ? (
          <p key={coming.id}>
            <bdi>{coming.name}</bdi>: another of these files has this name.
          </p>
        ) : (
          <TwoFiles key={coming.id} name={coming.name} there={there} coming={coming} comes="To move" />
        ),
      )}
      {taken.length > NAMED && <p className="soft">and {formatNumber(taken.length - NAMED)} more</p>}
      <Choices
        legend="Where a name is taken"
        options={waysOf(room, taken[0]?.numbered ?? '').filter(({ id }) => possible.includes(id))}
        value={way}
        onChange={onWay}
      />
    </section>
  );
}
