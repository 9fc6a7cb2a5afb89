import {
  dominates,
  effectiveClearance,
  fileCountFor,
  isLive,
  type LabelRules,
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
    fileCount: mine ? fileCountFor(who.labelRules.scheme, room, who.subject.clearance) : 0,
    myRole: mine?.role ?? null,
  };
}

export const userSeen = (labelRules: LabelRules, user: User): UserSeen => ({
  user,
  effectiveClearance: effectiveClearance(labelRules, user),
});

/** A membership with its present access: `none` for a user whose clearance does not reach the room. */
export const memberSeen = (labelRules: LabelRules, membership: Membership, user: User | undefined): MemberSeen => ({
  membership,
  name: user?.name ?? '',
  effectiveAccess:
    user !== undefined &&
    user.status !== 'deactivated' &&
    isLive(membership, user) &&
    dominates(labelRules.scheme, effectiveClearance(labelRules, user), membership.roomLabel)
      ? 'full'
      : 'none',
});
