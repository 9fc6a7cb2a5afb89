import { extname } from 'node:path';
import { pathInFolder, type File as RoomFile, StrongroomError } from '@strongroom/client';

/** A file of a room and where it goes on this machine, or why it cannot go there. */
export type Destined = Readonly<
  { file: RoomFile; path: string } | { file: RoomFile; path: null; error: StrongroomError }
>;

const SHOWN_OF_ID = 8;

/**
 * Where the files of a folder of a room belong below a folder of this machine. Of several with one path the newest has it;
 * the id tells the others from it. No two have one place, also where a disk takes upper and lower case for the same.
 */
export function destinations(files: readonly RoomFile[], below: string, folder: string): readonly Destined[] {
  const taken = new Set<string>();
  return files.map((file) => {
    try {
      const called = (name: string) => pathInFolder(folder, { name, folder: relative(file.folder, below) });
      let path = called(file.name);
      for (let round = 1; taken.has(placeOf(path)); round += 1) path = called(withId(file, round));
      taken.add(placeOf(path));
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

/** At first a part of the id is enough, then all of it; somebody may have named a file like that, too. */
function withId({ id, name }: RoomFile, round: number): string {
  const end = extname(name);
  const ids = round === 1 ? `.${id.slice(0, SHOWN_OF_ID)}` : `.${id}`.repeat(round - 1);
  return `${name.slice(0, name.length - end.length)}${ids}${end}`;
}
