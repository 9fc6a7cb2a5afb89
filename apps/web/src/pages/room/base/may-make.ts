import { type Folder, foldedName, type Room } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import { parentOf } from './folders.ts';

export type FolderRead = Pick<Folder, 'path' | 'may'>;
export type AddableThings = Readonly<{ files: boolean; folders: boolean; requests: boolean }>;

/**
 * Whether files can be added to a folder, folders be made directly in it, and outsiders be asked for files of it. The folder above
 * speaks for one that was not read or is new, and the room for its top.
 */
export function mayAddTo(room: Pick<Room, 'may'>, path: string, folders: readonly FolderRead[] = []): AddableThings {
  const here: Pick<Folder, 'may'> | Pick<Room, 'may'> = deepestRead(path, folders) ?? room;
  return {
    files: may(here, 'file.upload'),
    folders: may(here, 'folder.create'),
    requests: may(here, 'upload_request.create'),
  };
}

/** Whether some folder takes what the top of the room may not take. */
export const mayAddAnywhere = (
  folders: readonly Pick<Folder, 'may'>[] | undefined,
  what: 'files' | 'requests',
): boolean =>
  folders?.some((folder) => may(folder, what === 'files' ? 'file.upload' : 'upload_request.create')) ?? false;

/** The deepest folder of a path that says what the caller may do in it. */
function deepestRead(path: string, folders: readonly FolderRead[]): FolderRead | undefined {
  for (let at = path; at !== ''; at = parentOf(at)) {
    const found = folders.find((one) => one.path === at);
    if (found?.may !== undefined) return found;
  }
  return undefined;
}

/**
 * The first of some folders that would have to be made and may not be, as far as all folders that the caller sees are known.
 * Names of folders are the same in any letter case.
 */
export function folderNotToMake(
  room: Pick<Room, 'may'>,
  paths: Iterable<string>,
  folders: readonly FolderRead[],
): string | undefined {
  const known = new Set(folders.map(({ path }) => foldedName(path)));
  for (const path of paths)
    if (path !== '' && !known.has(foldedName(path)) && !mayAddTo(room, path, folders).folders) return path;
  return undefined;
}
