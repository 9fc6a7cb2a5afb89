import type { GroupId, MembershipId, OrgUnitId, RoomId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { RoomRole } from '../values/roles.ts';
import type { Instant } from '../values/time.ts';

/** A visit to a room: the number of files that the user saw there. */
export type Visit = Readonly<{ files: number; at: Instant }>;

/** A user in a room. It changes only together with its room, but for a favourite and a visit, which are the user's own. */
export type Membership = Readonly<{
  /** A new id for each membership: links of a removed member stay dead when they are added again. */
  id: MembershipId;
  roomId: RoomId;
  userId: UserId;
  role: RoomRole;
  /** The user's epoch when added; another epoch means that the user was deactivated since. */
  epoch: number;
  addedBy: UserId;
  createdAt: Instant;
  /** From this instant the membership is as if it were not there. Absent: it has no end. Owners have none. */
  expiresAt?: Instant;
  /** The groups of the room that the user is in. Absent: none. */
  groups?: readonly GroupId[];
  /** A choice of the user, which no one else sees. Absent: not chosen. */
  isFavourite?: true;
  /** The last visit of the user. Owners of the room see its day, no one else sees it. Absent: none was noted. */
  visit?: Visit;
  /** Label, age and unit of the room, which never change. Rooms of a user are listed by them. */
  roomLabel: Label;
  roomCreatedAt: Instant;
  roomUnitId: OrgUnitId;
}>;

/** Makes the room a favourite of the user, or takes it out. */
export function chooseFavourite(membership: Membership, isChosen: boolean): Membership {
  const { isFavourite: _, ...rest } = membership;
  return isChosen ? { ...rest, isFavourite: true } : rest;
}

/** Notes a visit of the user, in place of the one before. */
export const noteVisit = (membership: Membership, visit: Visit): Membership => ({ ...membership, visit });

/** Whether two members are in one group of their room whose members see each other. */
export const areMates = (
  { mateGroups = [] }: Readonly<{ mateGroups?: readonly GroupId[] }>,
  { groups: mine = [] }: Pick<Membership, 'groups'>,
  { groups: theirs = [] }: Pick<Membership, 'groups'>,
): boolean => mine.some((id) => theirs.includes(id) && mateGroups.includes(id));

/** Whether the membership has come to its end. It has, too, for a caller who gives no time. */
export const hasEnded = ({ expiresAt }: Pick<Membership, 'expiresAt'>, now: Instant): boolean =>
  expiresAt !== undefined && !(now < expiresAt);

/** Whether the membership holds: it has not ended, and the user was not deactivated since it began. */
export const isLive = <M extends Pick<Membership, 'userId' | 'epoch' | 'expiresAt'>>(
  membership: M | undefined,
  user: Readonly<{ id: UserId; epoch: number }>,
  now: Instant,
): membership is M =>
  membership !== undefined &&
  membership.userId === user.id &&
  membership.epoch === user.epoch &&
  !hasEnded(membership, now);
