import type { Folder, Room } from '@strongroom/client';
import { may } from '../../base/may.ts';
import { mayAddAnywhere } from './base/may-make.ts';

export type RoomTab = 'files' | 'members' | 'groups' | 'links' | 'inbox' | 'activity' | 'bin' | 'settings';

type Known = Readonly<{ id: RoomTab; name: string; for: (room: Room, folders: readonly Folder[]) => boolean }>;

const TABS: readonly Known[] = [
  { id: 'files', name: 'Files', for: (room) => may(room, 'file.list') },
  { id: 'members', name: 'Members', for: (room) => may(room, 'room.members.list') },
  { id: 'groups', name: 'Groups', for: (room) => may(room, 'group.members.remove') },
  { id: 'links', name: 'Links', for: (room) => may(room, 'room.shares.list') },
  {
    id: 'inbox',
    name: 'Inbox',
    // Owners of the room look at what waits in an archived one, too.
    for: (room, folders) =>
      may(room, 'upload_request.create') ||
      mayAddAnywhere(folders, 'requests') ||
      (may(room, 'inbox.list') && may(room, 'group.members.remove')),
  },
  { id: 'activity', name: 'Activity', for: (room) => may(room, 'audit.room.read') },
  {
    id: 'bin',
    name: 'Bin',
    // A member who can delete nothing finds nothing there.
    for: (room, folders) =>
      room.bin_days > 0 &&
      may(room, 'bin.list') &&
      (may(room, 'file.upload') || may(room, 'group.members.remove') || mayAddAnywhere(folders, 'files')),
  },
  { id: 'settings', name: 'Settings', for: () => true },
];

/** The parts of a room that the reader may open, with their addresses. */
export const tabsOf = (
  room: Room,
  folders: readonly Folder[],
): readonly Readonly<{ id: RoomTab; name: string; to: string }>[] =>
  TABS.filter((tab) => tab.for(room, folders)).map(({ id, name }) => ({
    id,
    name,
    to: id === 'files' ? `/rooms/${room.id}` : `/rooms/${room.id}/${id}`,
  }));
