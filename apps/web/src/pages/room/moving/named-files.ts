import { foldedName, type File as RoomFile } from '@strongroom/client';
import { readWhole } from '../../../base/growing-list.ts';
import { stemOf } from '../../../base/name-parts.ts';
import { filesOf } from '../base/room-files.ts';
import { freeName } from './moving.ts';

/** Maximum number of files that are read to compare names. */
const MAX_NAMED = 300;
/** Characters of a search. */
const MAX_SOUGHT = 200;

type Named = Pick<RoomFile, 'id' | 'room_id' | 'folder'>;

/** Whether another file has this name. */
export const isNamed =
  (file: Pick<RoomFile, 'id'>, name: string) =>
  (one: RoomFile): boolean =>
    one.id !== file.id && foldedName(one.name) === foldedName(name.trim());

/** The name with a number that no file of the folder has. */
export const freeNameOf = (file: Named, name: string, siblings: readonly RoomFile[]): string =>
  freeName({ folder: file.folder, name: name.trim() }, (place) => siblings.some(isNamed(file, place.name)));

/** The files of the folder with the words of a name, and those with its stem where it is taken: they may have its numbers. */
export async function readNamed(file: Named, name: string, signal: AbortSignal): Promise<readonly RoomFile[]> {
  const read = (find: string): Promise<readonly RoomFile[]> =>
    readWhole(
      filesOf(file.room_id, { folder: file.folder, isDeep: false, find: find.slice(0, MAX_SOUGHT), sort: 'name' }),
      { signal, most: MAX_NAMED },
    );
  const found = await read(name.trim());
  return found.some(isNamed(file, name)) ? [...found, ...(await read(stemOf(name.trim())))] : found;
}
