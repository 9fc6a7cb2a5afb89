import { extname, join } from 'node:path';
import { pathInFolder, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { clean, counted, shortId, type Terminal } from '@strongroom/command-line';
import { pathOf } from '../naming/files.ts';

/** A file of a room with its destination on this machine, or the reason why it has none. */
export type Destined = Readonly<
  { file: RoomFile; path: string; isRenamed?: boolean } | { file: RoomFile; path: null; error: StrongroomError }
>;

/**
 * Destinations for the files of a room's folder, below a local folder. If several files have one path, the newest gets
 * it and the others get their id in the name, and so does a file where another one needs a folder. Destinations are unique
 * even on a disk that ignores case.
 */
export function destinations(files: readonly RoomFile[], below: string, folder: string): readonly Destined[] {
  const used = new Set(
    [...new Set(files.map((file) => relative(file.folder, below)))].flatMap((path) => foldersFor(folder, path)),
  );
  return files.map((file) => {
    try {
      const called = (name: string) => pathInFolder(folder, { name, folder: relative(file.folder, below) });
      let path = called(file.name);
      for (let round = 1; used.has(placeOf(path)); round += 1) path = called(withId(file, round));
      used.add(placeOf(path));
      return { file, path, isRenamed: path !== join(folder, relative(file.folder, below), file.name) };
    } catch (error) {
      if (error instanceof StrongroomError) return { file, path: null, error };
      throw error;
    }
  });
}

const relative = (folder: string, below: string): string =>
  below === '' ? folder : folder.slice(below.length).replace(/^\//u, '');

/** The places of the folders that a file needs; none for one that gets no path. */
function foldersFor(folder: string, path: string): readonly string[] {
  const segments = path === '' ? [] : path.split('/');
  return segments.flatMap((name, index) => {
    try {
      return [placeOf(pathInFolder(folder, { name, folder: segments.slice(0, index).join('/') }))];
    } catch {
      return [];
    }
  });
}

const placeOf = (path: string): string => path.normalize('NFC').toLowerCase();

/** First with a part of the id, then with all of it, because another file may already have that name. */
function withId({ id, name }: RoomFile, round: number): string {
  const end = extname(name);
  const ids = round === 1 ? `.${shortId(id)}` : `.${id}`.repeat(round - 1);
  return `${name.slice(0, name.length - end.length)}${ids}${end}`;
}

const SHOWN = 10;

/** Tells which files get another name on this machine than in the room, up to ten of them. */
export function tellRenamed(terminal: Terminal, files: readonly Destined[]): void {
  const renamed = files.flatMap(({ file, path, ...one }) =>
    path !== null && 'isRenamed' in one && one.isRenamed === true
      ? [`  ${clean(pathOf(file))} is ${clean(path)}\n`]
      : [],
  );
  if (renamed.length === 0) return;
  const more = renamed.length > SHOWN ? `  and ${renamed.length - SHOWN} more\n` : '';
  const verb = renamed.length === 1 ? 'has' : 'have';
  terminal.err(
    `${counted(renamed.length, 'file')} ${verb} another name here:\n${renamed.slice(0, SHOWN).join('')}${more}`,
  );
}
