import { type InvitationOrigin, isThere, type RoomName, type User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { isInMails } from '../mail-label.ts';

/** The inviter and the name of the room; undefined where there is none to name. */
export type NamedOrigin = Readonly<{
  inviter: Pick<User, 'name' | 'email'> | undefined;
  room: RoomName | undefined;
}>;

/**
 * Reads what the holder of an invitation may know of its origin. A room that is gone, or whose label mails may not show, is
 * not named, and neither is an erased person.
 */
export async function originOf(
  deps: Pick<Deps, 'documents' | 'labelRules' | 'mailLabel'>,
  { invitedBy, roomId }: InvitationOrigin,
): Promise<NamedOrigin> {
  const [by, place] = await Promise.all([
    invitedBy === undefined ? undefined : deps.documents.read([refTo(users, invitedBy)]),
    roomId === undefined ? undefined : deps.documents.read([refTo(rooms, roomId)]),
  ]);
  const inviter = by?.[0] && stateOf(users, by[0]);
  const room = place?.[0] && stateOf(rooms, place[0]);
  return {
    // No other property: a public operation returns them.
    inviter: inviter?.erasedAt === undefined ? inviter && { name: inviter.name, email: inviter.email } : undefined,
    room: isThere(room) && isInMails(deps, room.label) ? room.name : undefined,
  };
}
