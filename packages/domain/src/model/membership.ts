import type { MembershipId, OrgUnitId, RoomId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { RoomRole } from '../values/roles.ts';
import type { Instant } from '../values/time.ts';

/** A user in a room. It changes only together with its room. */
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
  /** Label, age and unit of the room, which never change. Rooms of a user are listed by them. */
  roomLabel: Label;
  roomCreatedAt: Instant;
  roomUnitId: OrgUnitId;
}>;

/** False if the user was deactivated since. */
export const isLive = (
  membership: Membership | undefined,
  user: Readonly<{ id: UserId; epoch: number }>,
): membership is Membership =>
  membership !== undefined && membership.userId === user.id && membership.epoch === user.epoch;
