import type { Member } from '@strongroom/client';

/** Roles in a room, in rising order. A membership that `ends` may have a last day. `outside`: the badge of an external user. */
export const ROOM_ROLES = [
  { id: 'viewer', name: 'Viewer', note: 'Reads files', ends: true, outside: 'outside' },
  {
    id: 'contributor',
    name: 'Contributor',
    note: 'Reads, adds, deletes files; makes links',
    ends: true,
    outside: 'outside',
  },
  {
    id: 'owner',
    name: 'Owner',
    note: 'Everything, and decides who is in the room',
    ends: false,
    outside: 'outside owner',
  },
] as const;

export type RoomRole = Member['role'];

export const isRoomRole = (text: string): text is RoomRole => ROOM_ROLES.some(({ id }) => id === text);
export const roomRole = (role: RoomRole): (typeof ROOM_ROLES)[number] | undefined =>
  ROOM_ROLES.find(({ id }) => id === role);
