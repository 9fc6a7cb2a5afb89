import type { Member } from '@strongroom/client';

/**
 * Roles in a room, in rising order. Each may also do what those before it may. A membership that `ends` may have a last day.
 * `outside`: the badge of an external user. `decides`: a role that is given by a second act, as it decides about others.
 */
export const ROOM_ROLES = [
  {
    id: 'viewer',
    name: 'Viewer',
    one: 'a viewer',
    note: 'Reads files',
    can: ['read and download files, up to their clearance'],
    ends: true,
    outside: 'outside',
    decides: false,
  },
  {
    id: 'contributor',
    name: 'Contributor',
    one: 'a contributor',
    note: 'Reads, adds, deletes files; makes links',
    can: ['add, rename, move and delete files', 'make links, and see the links of the room'],
    ends: true,
    outside: 'outside',
    decides: false,
  },
  {
    id: 'owner',
    name: 'Owner',
    one: 'an owner',
    note: 'Everything, and decides who is in the room',
    can: [
      'see all members, and the activity of each of them',
      'add and remove people, give roles, and make other owners',
      'lower labels of files, and end links of others',
      'archive the room, and destroy it with all of its files',
    ],
    ends: false,
    outside: 'outside owner',
    decides: true,
  },
] as const;

export type RoomRole = Member['role'];

export const isRoomRole = (text: string): text is RoomRole => ROOM_ROLES.some(({ id }) => id === text);
export const roomRole = (role: RoomRole): (typeof ROOM_ROLES)[number] | undefined =>
  ROOM_ROLES.find(({ id }) => id === role);

type Change = Readonly<{ isRise: boolean; abilities: readonly string[] }>;

/** The abilities that a member gains or loses with another role. */
export function changeOfRole(from: RoomRole, to: RoomRole): Change {
  const [before, after] = [from, to].map((role) => ROOM_ROLES.findIndex(({ id }) => id === role));
  const [lower, upper] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  return {
    isRise: (after ?? 0) > (before ?? 0),
    abilities: ROOM_ROLES.slice(lower + 1, upper + 1).flatMap(({ can }) => can),
  };
}
