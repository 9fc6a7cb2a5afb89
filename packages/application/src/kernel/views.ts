import {
  type Classification,
  dominates,
  effectiveClearance,
  fileCountFor,
  isLive,
  type LiveRoom,
  type Membership,
  type User,
} from '@strongroom/domain';
import type { MemberSeen, RoomSeen, UserSeen } from './answers.ts';
import type { Who } from './sight.ts';

/** The room as the caller sees it: counts include only visible items, and only members see file counts. */
export function roomSeen(who: Who, room: LiveRoom, membership: Membership | undefined): RoomSeen {
  const mine = isLive(membership, who.subject) ? membership : undefined;
  return {
    room,
    fileCount: mine ? fileCountFor(who.classification.scheme, room, who.subject.clearance) : 0,
    myRole: mine?.role ?? null,
  };
}

export const userSeen = (classification: Classification, user: User): UserSeen => ({
  user,
  effectiveClearance: effectiveClearance(classification, user),
});

/** A membership with its present access: `none` for a user whose clearance does not reach the room. */
export const memberSeen = (
  classification: Classification,
  membership: Membership,
  user: User | undefined,
): MemberSeen => ({
  membership,
  name: user?.name ?? '',
  effectiveAccess:
    user !== undefined &&
    user.status !== 'deactivated' &&
    isLive(membership, user) &&
    dominates(classification.scheme, effectiveClearance(classification, user), membership.roomLabel)
      ? 'full'
      : 'none',
});
