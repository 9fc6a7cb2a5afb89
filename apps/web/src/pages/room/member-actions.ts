import type { Member, Room } from '@strongroom/client';
import { may, offered } from '../../base/may.ts';
import type { Action } from '../../design/layers.tsx';
import { ROOM_ROLES, type RoomRole, roomRole } from './room-roles.ts';

export type MemberDialog = 'as' | 'end' | 'over';

type Run = Readonly<{
  room: Room;
  isOneself: boolean;
  open: (dialog: MemberDialog) => void;
  setRole: (role: RoomRole) => void;
}>;

/** Roles that a member could have instead. An archived room takes no higher one. */
const otherRoles = (member: Member, room: Room) => {
  const held = ROOM_ROLES.findIndex(({ id }) => id === member.role);
  return ROOM_ROLES.filter((_, rank) => rank !== held && (room.status === 'active' || rank < held));
};

/** The actions on a member that the service allows. */
export function actionsOfMember(member: Member, { room, isOneself, open, setRole }: Run): readonly Action[] {
  const mayChange = may(member, 'room.members.add');
  return offered<Action>([
    [
      may(member, 'access.room.explain'),
      { id: 'as', name: isOneself ? 'What can I do?' : 'What can they do?', icon: 'eye', run: () => open('as') },
    ],
    ...otherRoles(member, room).map(
      ({ id, name }) => [mayChange, { id, name: `Make ${name.toLowerCase()}`, run: () => setRole(id) }] as const,
    ),
    [
      mayChange && roomRole(member.role)?.ends === true,
      { id: 'end', name: 'When does it end?', run: () => open('end') },
    ],
    [
      may(member, 'room.members.remove'),
      {
        id: 'remove',
        name: isOneself ? 'Leave the room' : 'Remove',
        icon: 'trash',
        isDanger: true,
        run: () => open('over'),
      },
    ],
  ]);
}
