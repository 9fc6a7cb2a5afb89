import {
  decide,
  dominates,
  effectiveClearance,
  endedIn,
  fileCountFor,
  hasEnded,
  type Instant,
  isLive,
  type LabelRules,
  type LiveRoom,
  type Membership,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { FileSeen, MemberSeen, RoomSeen, UserSeen } from './answers.ts';
import { unscoped, type Who } from './sight.ts';

/** Whether an answer may show the caller every member of the room. */
export const seesEveryMember = (who: Who, room: LiveRoom, membership: Membership | undefined): boolean =>
  decide('room.members.see_all', unscoped({ ...who, room, membership })).effect === 'allow';

/** Members whom a caller sees who does not see every member: the owners, and themself. */
export const visibleMembers = (who: Who, { owners }: LiveRoom): readonly UserId[] => [
  ...new Set([...owners, who.user.id]),
];

/** The room as the caller sees it: counts include only visible items, and only members see file counts. */
export function roomSeen(who: Who, room: LiveRoom, membership: Membership | undefined): RoomSeen {
  const { asOf } = who.subject;
  const mine = isLive(membership, who.subject, asOf) ? membership : undefined;
  return {
    room,
    memberCount: seesEveryMember(who, room, membership)
      ? room.memberCount - endedIn(room, asOf).length
      : visibleMembers(who, room).length,
    fileCount: mine ? fileCountFor(who.labelRules.scheme, room, who.subject.clearance) : 0,
    myRole: mine?.role ?? null,
  };
}

/**
 * A file as the caller sees it. To a caller who does not see every member, each file of another user seems to be that
 * of the creator of the room: it must not tell who else is there.
 */
export const fileSeen = <F extends FileSeen>(
  { room, membership, ...who }: Who & Readonly<{ room: LiveRoom; membership: Membership | undefined }>,
  file: F,
): F =>
  file.uploadedBy === who.user.id || seesEveryMember(who, room, membership)
    ? file
    : { ...file, uploadedBy: room.createdBy };

export const userSeen = (labelRules: LabelRules, user: User): UserSeen => ({
  user,
  effectiveClearance: effectiveClearance(labelRules, user),
});

/** A membership with its present access: `none` for a user whose clearance does not reach the room, and
 * from the end of the membership on. */
export const memberSeen = (
  { labelRules, now }: Readonly<{ labelRules: LabelRules; now: Instant }>,
  membership: Membership,
  user: User | undefined,
): MemberSeen => ({
  membership,
  hasEnded: hasEnded(membership, now),
  name: user?.name ?? '',
  effectiveAccess:
    user !== undefined &&
    user.status !== 'deactivated' &&
    isLive(membership, user, now) &&
    dominates(labelRules.scheme, effectiveClearance(labelRules, user), membership.roomLabel)
      ? 'full'
      : 'none',
});
