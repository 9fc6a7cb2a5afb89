import { extname } from 'node:path';
import { pathInFolder, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { pathOf } from '../naming/files.ts';

/** A file of a room and where it goes on this machine, or why it cannot go there. */
export type Destined = Readonly<
  { file: RoomFile; path: string } | { file: RoomFile; path: null; error: StrongroomError }
>;

const SHOWN_OF_ID = 8;

/**
 * Where the files of a folder of a room belong below a folder of this machine. Of several with one path the newest has it;
 * the id tells the others from it.
 */
export function destinations(files: readonly RoomFile[], below: string, folder: string): readonly Destined[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const path = pathOf(file);
    const name = taken.has(path) ? withId(file) : file.name;
    taken.add(path);
    try {
      return { file, path: pathInFolder(folder, { name, folder: relative(file.folder, below) }) };
    } catch (error) {
      if (error instanceof StrongroomError) return { file, path: null, error };
      throw error;
    }
  });
}

const relative = (folder: string, below: string): string =>
  below === '' ? folder : folder.slice(below.length).replace(/^\//u, '');

function withId({ id, name }: RoomFile): string {
  const end = extname(name);
  return `${name.slice(0, name.length - end.length)}.${id.slice(0, SHOWN_OF_ID)}${end}`;
}
