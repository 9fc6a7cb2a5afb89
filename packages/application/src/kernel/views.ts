import {
  allows,
  type CommonRoom,
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
  lastSignIn,
  type Membership,
  reachIn,
  secondFactorState,
  type User,
  type UserId,
  versionCountFor,
} from '@strongroom/domain';
import type { FileSeen, MemberFound, MemberSeen, RoomSeen, UserFound, UserSeen } from './answers.ts';
import { type CurrentCaller, withoutScopes } from './sight.ts';

/** Whether an answer may show the caller every member of the room. */
export const seesEveryMember = (who: CurrentCaller, room: LiveRoom, membership: Membership | undefined): boolean =>
  decide('room.members.see_all', withoutScopes({ ...who, room, membership })).effect === 'allow';

/** The members whom even a caller sees from whom the others are hidden: the owners, and themself. */
export const visibleMembers = (who: CurrentCaller, { owners }: LiveRoom): readonly UserId[] => [
  ...new Set([...owners, who.user.id]),
];

/** The caller at a room that they see. */
export type AtLiveRoom = CurrentCaller & Readonly<{ room: LiveRoom; membership: Membership | undefined }>;

/** The membership of a user in the room, and the user: both are needed to know whether they are in it now. */
export type NamedUser = Readonly<{ member: Membership | undefined; target: User | undefined }>;

/**
 * The user to name in an answer about a room: the one who did it, or an owner of now where the caller would not find that
 * user. Without any owner it is the caller: no other id is free of news. External callers need `named` for users who are not owners.
 */
export function nameInRoom({ room, membership, ...who }: AtLiveRoom, userId: UserId, named?: NamedUser): UserId {
  const facts = { ...who, room, membership, memberId: userId, member: named?.member, target: named?.target };
  const isNamed = decide('room.members.name', withoutScopes(facts)).effect === 'allow';
  return isNamed ? userId : (room.owners[0] ?? who.user.id);
}

/**
 * The room as the caller sees it: counts include only visible items, and only members see file counts. `inSight`: the number of
 * members whom a caller sees who does not see every member, where these are more than owners and themself.
 */
export function roomSeen(
  who: CurrentCaller,
  room: LiveRoom,
  membership: Membership | undefined,
  inSight?: number,
): RoomSeen {
  const { asOf } = who.subject;
  const mine = isLive(membership, who.subject, asOf) ? membership : undefined;
  return {
    room,
    createdBy: nameInRoom({ ...who, room, membership }, room.createdBy),
    memberCount: seesEveryMember(who, room, membership)
      ? room.memberCount - endedIn(room, asOf).length
      : (inSight ?? visibleMembers(who, room).length),
    fileCount: mine ? fileCountFor(reachIn({ ...who, room, membership }), room) : 0,
    myRole: mine?.role ?? null,
    isFavourite: mine?.isFavourite ?? false,
    visit: mine?.visit ?? null,
  };
}

/**
 * Files as the caller sees them: they name no uploader whom they would not find, and count no version above their clearance. `named`
 * as in `nameInRoom`.
 */
export function filesAsSeen<F extends FileSeen>(
  at: AtLiveRoom,
  files: readonly F[],
  named: ReadonlyMap<UserId, NamedUser>,
): readonly F[] {
  const { scheme } = at.labelRules;
  const facts = withoutScopes(at);
  // Most files of a page are of a few uploaders.
  const uploaders = new Map<UserId, UserId>();
  for (const { uploadedBy: id } of files) if (!uploaders.has(id)) uploaders.set(id, nameInRoom(at, id, named.get(id)));
  return files.map((file) => {
    const uploadedBy = uploaders.get(file.uploadedBy) ?? at.user.id;
    if (file.status === 'available' && allows('version.see_all', { ...facts, file }))
      return { ...file, uploadedBy, versionCount: versionCountFor(scheme, file, at.subject.clearance) };
    return uploadedBy === file.uploadedBy ? file : { ...file, uploadedBy };
  });
}

/** A user as the caller sees them. */
export function userSeen(who: CurrentCaller, user: User, common: readonly CommonRoom[] = []): UserSeen {
  const seesAll = decide('user.see_details', withoutScopes({ ...who, target: user, common })).effect === 'allow';
  // Only the inviter has said that name.
  const isNamed = seesAll || user.status !== 'invited';
  return {
    ...ownSeen(who.labelRules, isNamed ? user : { ...user, name: '' }),
    shows: seesAll ? 'everything' : 'name',
  };
}

/** Facts about the sign-in of users that a caller asks for. */
export type SignInAsked = Readonly<{ lastSignIn?: boolean | undefined; secondFactor?: boolean | undefined }>;

/** The last sign-in of a user and the state of their second factor, for callers who see their sessions. */
export function signInSeen(
  who: CurrentCaller,
  target: User,
  common: readonly CommonRoom[],
  { lastSignIn: asksTime = false, secondFactor: asksFactor = false }: SignInAsked,
): Pick<UserFound, 'lastSignInAt' | 'secondFactor'> {
  if (!asksTime && !asksFactor) return {};
  if (decide('session.oversee', { ...who, target, common }).effect === 'deny') return {};
  return {
    ...(asksTime && { lastSignInAt: lastSignIn(target) }),
    ...(asksFactor && { secondFactor: secondFactorState(target) }),
  };
}

/** A user as they see themself. */
export const ownSeen = (labelRules: LabelRules, user: User): UserSeen => ({
  user,
  effectiveClearance: effectiveClearance(labelRules, user),
  shows: 'everything',
});

/** A member as the caller sees them. */
export function memberSeen(at: AtLiveRoom, found: MemberFound): MemberSeen {
  const { membership } = found;
  const facts = withoutScopes({ ...at, memberId: membership.userId, member: membership });
  const may = (action: 'room.members.see_details' | 'room.members.see_end' | 'room.sight') =>
    decide(action, facts).effect === 'allow';
  return {
    ...found,
    name: found.isInvited === true && !may('room.members.see_details') ? '' : found.name,
    membership: { ...membership, addedBy: nameInRoom(at, membership.addedBy) },
    shows: {
      details: may('room.members.see_details'),
      end: may('room.members.see_end'),
      visit: may('room.sight'),
    },
  };
}

/**
 * A membership with its present access: `none` for a user whose clearance does not reach the room, and from the end of the
 * membership on.
 */
export const memberFound = (
  { labelRules, now }: Readonly<{ labelRules: LabelRules; now: Instant }>,
  membership: Membership,
  user: User | undefined,
): MemberFound => ({
  membership,
  hasEnded: hasEnded(membership, now),
  name: user?.name ?? '',
  ...(user?.status === 'invited' && { isInvited: true }),
  effectiveAccess:
    user !== undefined &&
    user.status !== 'deactivated' &&
    isLive(membership, user, now) &&
    dominates(labelRules.scheme, effectiveClearance(labelRules, user), membership.roomLabel)
      ? 'full'
      : 'none',
});
