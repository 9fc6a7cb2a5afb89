import type { Folder, Room } from '@strongroom/client';
import { may } from '../../base/may.ts';

type Place = Readonly<{ may?: readonly ('file.upload' | 'folder.create')[] | undefined }>;

/**
 * Says what the caller may do directly in a folder. The room speaks of its top, and of a folder that was not read or is new: the one
 * above decides there.
 */
function placeAt(room: Pick<Room, 'may'>, path: string, folders: readonly Pick<Folder, 'path' | 'may'>[]): Place {
  for (let above = path; above !== ''; above = above.slice(0, Math.max(above.lastIndexOf('/'), 0))) {
    const found = folders.find((one) => one.path === above);
    if (found?.may !== undefined) return found;
  }
  return { may: room.may?.filter((one) => one === 'file.upload' || one === 'folder.create') };
}

/** Whether files can be added to a folder, and folders be made directly in it. */
export function mayAddTo(
  room: Pick<Room, 'may'>,
  path: string,
  folders: readonly Pick<Folder, 'path' | 'may'>[] = [],
): Readonly<{ files: boolean; folders: boolean }> {
  const place = placeAt(room, path, folders);
  return { files: may(place, 'file.upload'), folders: may(place, 'folder.create') };
}
