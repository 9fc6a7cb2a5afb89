import { join } from 'node:path';
import { distinctPaths, pathInFolder, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { shortId } from '@strongroom/command-line';
import { pathOf } from '../naming/files.ts';
import type { RenamedPath } from './summary.ts';

/** A file of a room with its destination on this machine, or the reason why it has none. */
export type PlannedDownload = Readonly<
  { file: RoomFile; path: string; isRenamed?: boolean } | { file: RoomFile; path: null; error: StrongroomError }
>;

/** A file of a room, and the folder below the destination that it goes into, by its name in the room. */
export type FileInFolder = Readonly<{ file: RoomFile; folder: string }>;

/** The files of a folder of the room, each in its folder below that one. */
export const placedBelow = (files: readonly RoomFile[], below: string): readonly FileInFolder[] =>
  files.map((file) => ({ file, folder: pathBelow(file.folder, below) }));

/** The path of a folder below another one. */
export function pathBelow(path: string, below: string): string {
  // Another spelling of the folder may have another length.
  const levels = below === '' ? 0 : below.split('/').length;
  return path.split('/').slice(levels).join('/');
}

/** The files that get another name on this machine than in the room. */
export const renamedHere = (files: readonly PlannedDownload[]): readonly RenamedPath[] =>
  files.flatMap((one) =>
    one.path !== null && one.isRenamed === true ? [{ before: pathOf(one.file), now: one.path }] : [],
  );

/**
 * Destinations for files of a room, below a local folder. If several files have one path, the newest gets it and the others
 * get their id in the name, and so does a file where another one needs a folder. Destinations are unique even on a disk
 * that ignores case and the composition of letters.
 */
export function planDestinations(
  placed: readonly FileInFolder[],
  folder: string,
  keepDots = false,
): readonly PlannedDownload[] {
  return destinationsWith(placed, [], { folder, keepDots }).files;
}

export type DownloadPlan = Readonly<{
  files: readonly PlannedDownload[];
  /** Paths of the folders on this machine, without those whose names lead out of the destination. */
  folders: readonly string[];
}>;

/** Like `planDestinations`, with folders that have no file. `folders`: their paths below the destination, as in the room. */
export function destinationsWith(
  placed: readonly FileInFolder[],
  folders: readonly string[],
  { folder, keepDots }: Readonly<{ folder: string; keepDots: boolean }>,
): DownloadPlan {
  const here = (inner: string): readonly string[] =>
    inner === '' ? [] : inner.split('/').map((name) => pathInFolder('', { name }, { keepDots }));
  const made = folders.flatMap((inner) => {
    try {
      pathInFolder('', { name: 'x', folder: inner });
      return [here(inner)];
    } catch (error) {
      if (!(error instanceof StrongroomError)) throw error;
      return [];
    }
  });
  const paths = new Map<RoomFile, string>();
  const errors = new Map<RoomFile, StrongroomError>();
  const safe = placed.filter((one) => {
    try {
      pathInFolder('', { name: one.file.name, folder: one.folder });
      return true;
    } catch (error) {
      if (!(error instanceof StrongroomError)) throw error;
      errors.set(one.file, error);
      return false;
    }
  });
  const found = distinctPaths<FileInFolder | readonly string[]>([...safe, ...made], {
    folderOf: (one) => ('file' in one ? here(one.folder) : one),
    namesOf: (one) => ('file' in one ? namesOf(one.file, keepDots) : numbers()),
  });
  for (const [index, { file }] of safe.entries()) paths.set(file, found[index] ?? '');
  const files = placed.map(({ file, folder: inner }) => {
    const path = paths.get(file);
    if (path === undefined) return { file, path: null, error: errors.get(file) ?? new StrongroomError('NAME_UNSAFE') };
    const isRenamed = path !== (inner === '' ? file.name : `${inner}/${file.name}`);
    return { file, path: join(folder, path), isRenamed };
  });
  return { files, folders: made.map((names) => join(folder, ...names)) };
}

/** The names that a file may get, the best one first. */
function* namesOf({ id, name }: RoomFile, keepDots: boolean): Generator<string> {
  yield pathInFolder('', { name }, { keepDots });
  yield pathInFolder('', { name }, { keepDots, added: `.${shortId(id)}` });
  // Another file may already have that name.
  for (let ids = `.${id}`; ids.length < MAX_ADDED; ids += `.${id}`)
    yield pathInFolder('', { name }, { keepDots, added: ids });
}

/** Names for the place of a file in an empty folder. */
function* numbers(): Generator<string> {
  for (let number = 0; ; number += 1) yield `${number}`;
}

/** Characters of the ids in a name. */
const MAX_ADDED = 200;
