import type { File as RoomFile } from '@strongroom/client';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { stemOf } from '../../../base/name-parts.ts';
import { filesOf } from '../base/room-files.ts';
import { decideMoves, type PlannedMove } from './moving.ts';

/** Up to this number of names each is looked for by itself, and the folders are read otherwise. */
const FEW = 5;
/** Maximum number of files read for a name, or of a folder. */
const MOST = 5000;
/** Characters of a search. */
const MAX_SOUGHT = 200;

/** The words of a name without its number, so that a search finds those with other numbers too. */
const wordsOf = (name: string): string =>
  stemOf(name)
    .replace(/ \(\d+\)$/, '')
    .slice(0, MAX_SOUGHT);

async function filesNear(roomId: string, places: readonly PlannedMove['to'][]): Promise<readonly RoomFile[]> {
  const { signal } = new AbortController();
  const parts =
    places.length <= FEW
      ? places.map(({ folder, name }) => ({ folder, find: wordsOf(name) }))
      : [...new Set(places.map(({ folder }) => folder))].map((folder) => ({ folder }));
  const read = parts.map((part) => readWhole(filesOf(roomId, { ...part, isDeep: false }), { signal, most: MOST }));
  return (await Promise.all(read)).flat();
}

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
  const there = await filesNear(
    roomId,
    moves.map(({ to }) => to),
  ).catch(() => undefined);
  if (there === undefined) return { moves, numbered: [] };
  const decided = decideMoves(moves, there, () => 'both').moves;
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
