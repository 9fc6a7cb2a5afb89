import { foldedName, type File as RoomFile } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import { nameOf } from '../base/folders.ts';

type Placed = Pick<RoomFile, 'id' | 'name' | 'folder'>;
/** The place of a file before and after. */
export type PlannedMove = Readonly<{ id: string; name: string; from: Place; to: Place }>;
type Place = Readonly<{ folder: string; name: string }>;

/** Things to move: files, and folders with the files in and below them. */
export type ItemsToMove = Readonly<{ files: readonly Placed[]; folders: readonly MovedFolder[] }>;
type MovedFolder = Readonly<{ path: string; files: readonly Placed[] }>;

/** The choice for files whose name is taken at their new place. */
export type MoveConflictChoice = 'both' | 'replace' | 'leave';

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');

export type FolderPlace = Readonly<{ id: string | undefined; path: string }>;
export type FolderMove = Readonly<{ id: string; name: string; from: string; to: string }>;

/**
 * Plans a move: folders that move with one request each, and folders whose name is taken at the target, whose files move
 * one by one, so that a person decides about names that are taken. `known`: paths of the folders of the room.
 */
export function planFolderMoves<T extends FolderPlace>(
  target: string,
  folders: readonly T[],
  known: readonly string[],
): Readonly<{ whole: readonly FolderMove[]; merged: readonly T[] }> {
  const taken = new Set(known.map(foldedName));
  const whole: FolderMove[] = [];
  const merged: T[] = [];
  for (const folder of folders) {
    const name = nameOf(folder.path);
    const to = joined(target, name);
    if (to === folder.path) continue;
    if (folder.id === undefined || taken.has(foldedName(to))) merged.push(folder);
    else whole.push({ id: folder.id, name, from: folder.path, to });
    taken.add(foldedName(to));
  }
  return { whole, merged };
}

/** The places of folders in merged ones, so that an empty one is not lost. */
export const foldersMadeIn = (
  target: string,
  { path }: FolderPlace,
  inner: readonly FolderPlace[],
): readonly string[] => inner.map((one) => joined(target, nameOf(path), one.path.slice(path.length + 1)));

/** Whether folders would be moved into themselves. */
export const isInside = (target: string, folders: readonly Readonly<{ path: string }>[]): boolean =>
  folders.some(({ path }) => target === path || target.startsWith(`${path}/`));

/** The moves into a folder; files that are there already stay. A folder keeps its name and what is below it. */
export function planFileMoves(target: string, { files, folders }: ItemsToMove): readonly PlannedMove[] {
  const move = ({ id, name, folder }: Placed, to: string): PlannedMove => ({
    id,
    name,
    from: { folder, name },
    to: { folder: to, name },
  });
  const moves = [
    ...files.map((file) => move(file, target)),
    ...folders.flatMap(({ path, files: inner }) =>
      inner.map((file) => move(file, joined(target, nameOf(path), file.folder.slice(path.length + 1)))),
    ),
  ];
  return [...new Map(moves.map((one) => [one.id, one])).values()].filter(({ from, to }) => from.folder !== to.folder);
}

/** A place as names are compared in a room: without composition and letter case. */
const keyOf = ({ folder, name }: Place): string => foldedName(joined(folder, name));

/** Moves onto names that other files have, by the files that stay and by each other. */
export function movesOntoTakenNames<T extends Placed>(
  moves: readonly PlannedMove[],
  there: readonly T[],
): ReadonlyMap<string, T | undefined> {
  const moved = new Set(moves.map(({ id }) => id));
  const places = new Map<string, T | undefined>();
  for (const file of there) if (!moved.has(file.id)) places.set(keyOf(file), file);
  const taken = new Map<string, T | undefined>();
  for (const { id, to } of moves) {
    const key = keyOf(to);
    if (places.has(key)) taken.set(id, places.get(key));
    else places.set(key, undefined);
  }
  return taken;
}

/** The choices for a file. `other`: the one that has its name there, undefined where a moved one has it. */
export const waysAt = (other: Pick<RoomFile, 'may'> | undefined): readonly MoveConflictChoice[] =>
  other !== undefined && may(other, 'file.delete') ? ['both', 'replace', 'leave'] : ['both', 'leave'];

/** A name that ends in a number of this form. Longer ones are years. */
const NUMBERED = /^(?<stem>.+) \((?<number>[1-9]\d?)\)$/;

/** `name (2).pdf`, with the first number that is free. A name that has a number counts on from it. */
export function freeName(place: Place, isTaken: (place: Place) => boolean): string {
  const dot = place.name.lastIndexOf('.');
  const [whole, end] = dot > 0 ? [place.name.slice(0, dot), place.name.slice(dot)] : [place.name, ''];
  const { stem = whole, number: last = 1 } = NUMBERED.exec(whole)?.groups ?? {};
  for (let number = Number(last) + 1; ; number++) {
    const name = `${stem} (${number})${end}`;
    if (!isTaken({ ...place, name })) return name;
  }
}

/** The moves as a person decided about each file, and the files that go because they are replaced. */
export function decideMoves(
  moves: readonly PlannedMove[],
  there: readonly Placed[],
  wayOf: (id: string) => MoveConflictChoice,
): Readonly<{ moves: readonly PlannedMove[]; replaced: readonly Placed[] }> {
  const taken = movesOntoTakenNames(moves, there);
  const going = moves.filter(({ id }) => !taken.has(id) || wayOf(id) !== 'leave');
  const places = new Set([...there.map(keyOf), ...moves.filter(({ id }) => !taken.has(id)).map(({ to }) => keyOf(to))]);
  const replaced: Placed[] = [];
  const all = going.map((move) => {
    if (!taken.has(move.id)) return move;
    const other = taken.get(move.id);
    if (wayOf(move.id) === 'replace' && other !== undefined && !replaced.includes(other)) {
      replaced.push(other);
      return move;
    }
    const to = { ...move.to, name: freeName(move.to, (place) => places.has(keyOf(place))) };
    places.add(keyOf(to));
    return { ...move, to };
  });
  return { moves: all, replaced };
}

/** The folders back. */
export const reverseFolderMoves = (moves: readonly FolderMove[]): readonly FolderMove[] =>
  moves.map(({ id, name, from, to }) => ({ id, name, from: to, to: from }));

/** The moves back. */
export const reverseFileMoves = (moves: readonly PlannedMove[]): readonly PlannedMove[] =>
  moves.map(({ id, name, from, to }) => ({ id, name, from: to, to: from }));
