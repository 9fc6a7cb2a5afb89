import type { MembershipId, OrgUnitId, RoomId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { RoomRole } from '../values/roles.ts';
import type { Instant } from '../values/time.ts';

/** A user in a room. It changes only together with its room. */
export type Membership = Readonly<{
  /** Drawn afresh at each adding: who is removed and added again does not get his old links back. */
  id: MembershipId;
  roomId: RoomId;
  userId: UserId;
  role: RoomRole;
  /** The user's epoch when added; another epoch means that a deactivation came in between. */
  epoch: number;
  addedBy: UserId;
  createdAt: Instant;
  /** Label, age and unit of the room, which never change: a user's rooms are listed by them. */
  roomLabel: Label;
  roomCreatedAt: Instant;
  roomUnitId: OrgUnitId;
}>;

/** Does the membership count, or was its user deactivated since? */
export const isLive = (
  membership: Membership | undefined,
  user: Readonly<{ id: UserId; epoch: number }>,
): membership is Membership =>
  membership !== undefined && membership.userId === user.id && membership.epoch === user.epoch;
