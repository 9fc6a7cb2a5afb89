import { extname } from 'node:path';
import { pathInFolder, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { shortId } from '@strongroom/command-line';

/** A file of a room with its destination on this machine, or the reason why it has none. */
export type Destined = Readonly<
  { file: RoomFile; path: string } | { file: RoomFile; path: null; error: StrongroomError }
>;

/**
 * Destinations for the files of a room's folder, below a local folder. If several files have one path, the newest gets
 * it and the others get their id in the name. Destinations are unique even on a disk that ignores case.
 */
export function destinations(files: readonly RoomFile[], below: string, folder: string): readonly Destined[] {
  const used = new Set<string>();
  return files.map((file) => {
    try {
      const called = (name: string) => pathInFolder(folder, { name, folder: relative(file.folder, below) });
      let path = called(file.name);
      for (let round = 1; used.has(placeOf(path)); round += 1) path = called(withId(file, round));
      used.add(placeOf(path));
      return { file, path };
    } catch (error) {
      if (error instanceof StrongroomError) return { file, path: null, error };
      throw error;
    }
  });
}

const relative = (folder: string, below: string): string =>
  below === '' ? folder : folder.slice(below.length).replace(/^\//u, '');

const placeOf = (path: string): string => path.normalize('NFC').toLowerCase();

/** First with a part of the id, then with all of it, because another file may already have that name. */
function withId({ id, name }: RoomFile, round: number): string {
  const end = extname(name);
  const ids = round === 1 ? `.${shortId(id)}` : `.${id}`.repeat(round - 1);
  return `${name.slice(0, name.length - end.length)}${ids}${end}`;
}
