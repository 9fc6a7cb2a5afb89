import {
  addMember as add,
  changeMemberRole,
  dropMember,
  isLive,
  type LiveRoom,
  type Membership,
  type MembershipId,
  type RoomRole,
  type Target,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { memberships, rooms } from '../../store/rooms.ts';

type Joining = Readonly<{
  room: LiveRoom;
  /** The stored membership of the user, which an earlier deactivation may have ended. */
  stored: Membership | undefined;
  user: User;
  role: RoomRole;
  by: UserId;
  target: Target;
}>;
type Joined = Readonly<{ membership: Membership; added: boolean; isChanged: boolean }>;

/**
 * Adds a member, or changes the role of one, with its event. The same role again changes nothing. Throws ROOM_ARCHIVED,
 * LAST_ROOM_OWNER, LIMIT_REACHED.
 */
export function joinRoom(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  uow: UnitOfWork,
  { room: before, stored, user, role, by, target }: Joining,
): Joined {
  const { id: userId, epoch } = user;
  const live = isLive(stored, user) ? stored : undefined;
  const { room, membership } = live
    ? changeMemberRole(before, live, role)
    : // A membership that an earlier deactivation ended is void, but the room still counts it.
      add(stored ? dropMember(before, userId) : before, {
        id: ids.uuid<MembershipId>(),
        userId,
        epoch,
        role,
        addedBy: by,
        at: clock.now(),
      });
  if (membership === live) return { membership, added: false, isChanged: false };
  uow.put(rooms, room);
  uow.put(memberships, membership);
  if (live) uow.record({ type: 'member.role_changed', target, data: { user_id: userId, from: live.role, to: role } });
  else uow.record({ type: 'member.added', target, data: { user_id: userId, role } });
  return { membership, added: live === undefined, isChanged: true };
}
