import {
  addMember as add,
  changeMemberEnd,
  changeMemberRole,
  dropMember,
  formatInstant,
  type GroupId,
  type Instant,
  isLive,
  joinGroup,
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
  /** Null for none; absent for the end that a present member has. */
  expiresAt?: Instant | null | undefined;
  /** Groups that the user comes into with this commit, beside those that a present member is in. */
  groups: readonly GroupId[];
  by: UserId;
  target: Target;
}>;
type Joined = Readonly<{ membership: Membership; added: boolean; isChanged: boolean }>;

/**
 * Adds a member, or changes the role, the end or the groups of one, with its events. A repeated call changes nothing. Throws
 * ROOM_ARCHIVED, LAST_ROOM_OWNER, LIMIT_REACHED, VALIDATION_ERROR.
 */
export function joinRoom({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, uow: UnitOfWork, joining: Joining): Joined {
  const { room: before, stored, user, role, expiresAt, groups, by, target } = joining;
  const { id: userId, epoch } = user;
  const now = clock.now();
  const live = isLive(stored, user, now) ? stored : undefined;
  const { room, membership: joined } = live
    ? changed(before, live, { ...joining, at: now })
    : // A membership that ended is void, but the room still counts it.
      add(stored ? dropMember(before, userId) : before, {
        id: ids.uuid<MembershipId>(),
        userId,
        epoch,
        role,
        addedBy: by,
        at: now,
        ...(expiresAt && { expiresAt }),
      });
  const membership = groups.reduce(joinGroup, joined);
  if (membership === live) return { membership, added: false, isChanged: false };
  uow.put(rooms, room);
  uow.put(memberships, membership);
  if (live === undefined)
    uow.record({ type: 'member.added', target, data: { user_id: userId, role, ...endOf(membership) } });
  if (live !== undefined && live.role !== role)
    uow.record({ type: 'member.role_changed', target, data: { user_id: userId, from: live.role, to: role } });
  if (live !== undefined && live.expiresAt !== membership.expiresAt)
    uow.record({
      type: 'member.end_changed',
      target,
      data: { user_id: userId, from: timeOf(live), to: timeOf(membership) },
    });
  for (const groupId of groups)
    if (joined.groups?.includes(groupId) !== true)
      uow.record({ type: 'group.member_added', target, data: { group_id: groupId, user_id: userId } });
  return { membership, added: live === undefined, isChanged: true };
}

/** The end goes first where a member becomes owner, since owners have none. */
function changed(
  room: LiveRoom,
  live: Membership,
  { role, expiresAt: end, at }: Pick<Joining, 'role' | 'expiresAt'> & Readonly<{ at: Instant }>,
) {
  if (end === undefined) return changeMemberRole(room, live, role);
  if (role !== 'owner') {
    const lowered = changeMemberRole(room, live, role);
    return changeMemberEnd(lowered.room, lowered.membership, { end, at });
  }
  const ended = changeMemberEnd(room, live, { end, at });
  return changeMemberRole(ended.room, ended.membership, role);
}

const timeOf = ({ expiresAt }: Membership): string | null =>
  expiresAt === undefined ? null : formatInstant(expiresAt);

const endOf = ({ expiresAt }: Membership) => (expiresAt === undefined ? {} : { expires_at: formatInstant(expiresAt) });
