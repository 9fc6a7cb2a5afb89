import type { Folder, Room } from '@strongroom/client';
import { may } from '../../base/may.ts';

type FolderRead = Pick<Folder, 'path' | 'may'>;
type Addable = Readonly<{ files: boolean; folders: boolean }>;

/**
 * Whether files can be added to a folder, and folders be made directly in it. The folder above speaks for one that was not read or is
 * new, and the room for its top.
 */
export function mayAddTo(room: Pick<Room, 'may'>, path: string, folders: readonly FolderRead[] = []): Addable {
  const here = deepestRead(path, folders);
  if (here === undefined) return { files: may(room, 'file.upload'), folders: may(room, 'folder.create') };
  return { files: may(here, 'file.upload'), folders: may(here, 'folder.create') };
}

/** The deepest folder on the way that says what the caller may do in it. */
function deepestRead(path: string, folders: readonly FolderRead[]): FolderRead | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const found = folders.find((one) => one.path === at);
    if (found?.may !== undefined) return found;
  }
  return undefined;
}
