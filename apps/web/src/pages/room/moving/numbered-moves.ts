import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { filesOf } from '../base/room-files.ts';
import { decideMoves, type PlannedMove } from './moving.ts';

/** A move whose name was taken, and the name that it should have had. */
export type Numbered = Readonly<{ wanted: string; move: PlannedMove }>;

/**
 * Moves with a number in the name where another file has it: a change is taken back without a question. Where the names
 * cannot be read the moves stay as they are.
 */
export async function numberedMoves(
  roomId: string,
  moves: readonly PlannedMove[],
): Promise<Readonly<{ moves: readonly PlannedMove[]; numbered: readonly Numbered[] }>> {
  const { signal } = new AbortController();
  const folders = [...new Set(moves.map(({ to }) => to.folder))];
  const read = folders.map((folder) => readWhole(filesOf(roomId, { folder, isDeep: false }), { signal }));
  const there = await Promise.all(read).catch(() => undefined);
  if (there === undefined) return { moves, numbered: [] };
  const decided = decideMoves(moves, there.flat(), 'both').moves;
  return {
    moves: decided,
    numbered: decided.flatMap((move, index) => {
      const wanted = moves[index]?.to.name ?? move.to.name;
      return wanted === move.to.name ? [] : [{ wanted, move }];
    }),
  };
}

/** Says which files got a number; empty where none did. */
export function numberedSentence(numbered: readonly Numbered[]): string {
  const [first] = numbered;
  if (first === undefined) return '';
  const { wanted, move } = first;
  if (numbered.length === 1)
    return isolateNames` The name ${wanted} was taken meanwhile, so that file is ${move.to.name} now.`;
  const names = firstNames(numbered.map((one) => one.move.to.name));
  return isolateNames` ${plural(numbered.length, 'name was', 'names were')} taken meanwhile, so those files have a number now: ${names}.`;
}
