import type { Folder, Room } from '@strongroom/client';
import { may } from '../../base/may.ts';

/** Whether folders can be made directly in one. The actions of a room speak of its top. */
export function mayMakeIn(
  room: Pick<Room, 'may'>,
  path: string,
  folders: readonly Pick<Folder, 'path' | 'structure'>[] = [],
): boolean {
  if (path === '' || may(room, 'folder.make_closed')) return may(room, 'folder.create');
  return may(room, 'file.upload') && folders.find((one) => one.path === path)?.structure !== 'owners';
}
