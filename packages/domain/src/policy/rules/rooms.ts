import { areMates, isLive } from '../../model/membership.ts';
import { exists, isOrphaned, lostOwnerLately, visibilityOf } from '../../model/room.ts';
import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import { type RoomRole, raises } from '../../values/roles.ts';
import type {
  ExternalOwnerFacts,
  LeavingFacts,
  LinkFacts,
  MemberChangeFacts,
  MemberFacts,
  RoomFacts,
  TargetFacts,
  WhoFacts,
} from './facts.ts';

/** The caller's membership while the room exists. The audit log outlives a room; roles in it do not. */
export const liveMembership = ({ subject, membership, room }: WhoFacts & RoomFacts) =>
  exists(room) && isLive(membership, subject, subject.asOf) && membership.roomId === room.id ? membership : undefined;

export const roomExists = rule<RoomFacts>('room-exists', 'The room exists.', 'ROOM_NOT_FOUND', ({ room }) =>
  exists(room),
);

export const clearedForRoom = rule<WhoFacts & RoomFacts>(
  'cleared-for-room',
  "The caller's clearance reaches the room's label.",
  'ROOM_NOT_FOUND',
  ({ subject, room, labelRules }) => room !== undefined && dominates(labelRules.scheme, subject.clearance, room.label),
);

export const roomMember = roomRule<WhoFacts & RoomFacts>(
  'room-member',
  'The caller is a member of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => liveMembership(facts) !== undefined,
);

const roomRole = (role: RoomRole, text: string) =>
  roomRule<WhoFacts & RoomFacts>(
    `room-role:${role}`,
    text,
    'INSUFFICIENT_ROOM_ROLE',
    (facts) => liveMembership(facts)?.role === role,
  );

export const roomOwner = roomRole('owner', 'The caller is an owner of the room.');
export const contributor = roomRole('contributor', 'The caller is a contributor of the room.');

export const overseer = rule<WhoFacts>(
  'overseer',
  'The caller oversees rooms: owner, domain admin, security officer or auditor of the organisation.',
  'INSUFFICIENT_ROLE',
  ({ subject }) =>
    subject.role === 'owner' ||
    subject.role === 'domain_admin' ||
    subject.role === 'security_officer' ||
    subject.role === 'auditor',
);

export const adminOfOrphan = rule<WhoFacts & RoomFacts & Readonly<{ now: LinkFacts['now'] }>>(
  'admin-of-orphaned-room',
  'The room has no active owner left, and the caller is an owner of the organisation, or a domain admin where only owners of the organisation removed owners of it in the last 30 days.',
  'INSUFFICIENT_ROLE',
  ({ subject, room, now }) =>
    exists(room) &&
    isOrphaned(room) &&
    (subject.role === 'owner' || (subject.role === 'domain_admin' && !lostOwnerLately(room, now))),
);

export const roomWritable = rule<RoomFacts>(
  'room-writable',
  'The room is not archived.',
  'ROOM_ARCHIVED',
  ({ room }) => room?.status === 'active',
);

export const roomTakesChange = rule<RoomFacts & MemberChangeFacts>(
  'room-takes-member',
  'The room is not archived, or the change gives no new right.',
  'ROOM_ARCHIVED',
  ({ room, from, to }) => room?.status === 'active' || (from !== null && !raises(from, to)),
);

/**
 * A user who is unknown by address becomes an external one. A present owner stays. An external caller makes no other user an owner:
 * the refusal would tell them who is external.
 */
export const noExternalOwner = rule<WhoFacts & TargetFacts & MemberChangeFacts & ExternalOwnerFacts>(
  'no-external-owner',
  'The change makes no external user an owner of the room and is no choice of an owner by one, or the operator lets external users own rooms.',
  'EXTERNAL_OWNER',
  ({ subject, target, from, to, externalOwners }) =>
    externalOwners === 'on' ||
    to !== 'owner' ||
    from === 'owner' ||
    (!subject.external && target !== undefined && target.external !== true),
);

export const memberExists = rule<LeavingFacts>(
  'member-exists',
  'The user is a member.',
  'MEMBER_NOT_FOUND',
  ({ member }) => member !== undefined,
);

export const membersOpen = roomRule<WhoFacts & RoomFacts>(
  'members-open',
  'The caller is a member of the room, and its members see each other.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => liveMembership(facts) !== undefined && exists(facts.room) && visibilityOf(facts.room) === 'everyone',
);

export const memberInSight = rule<WhoFacts & RoomFacts & MemberFacts>(
  'member-in-sight',
  'The caller sees the member: they are the caller or an owner, or the caller sees all members of the room, or is with them in a group whose members see each other.',
  'MEMBER_NOT_FOUND',
  (facts) => {
    const { subject, memberId, member } = facts;
    const isOwner = member !== undefined && member.role === 'owner';
    return isOwner || memberId === subject.id || seesAllMembers(facts) || isMateOf(facts);
  },
);

export const memberMet = roomRule<WhoFacts & RoomFacts & MemberFacts & TargetFacts>(
  'member-met',
  'The user is in the room now, and the caller sees them there: an owner, any member where the caller sees all, or one with whom they share a group whose members see each other.',
  'MEMBER_NOT_FOUND',
  (facts) => {
    const { subject, room, memberId, member, target } = facts;
    if (!exists(room)) return false;
    if (room.owners.includes(memberId)) return true;
    const isIn = member !== undefined && 'roomId' in member && member.roomId === room.id && target?.id === memberId;
    return isIn && isLive(member, target, subject.asOf) && (seesAllMembers(facts) || isMateOf(facts));
  },
);

export const insiderSeesAll = roomRule<WhoFacts & RoomFacts>(
  'insider-sees-all',
  'The caller is not an external user, and sees all members of the room.',
  'MEMBER_NOT_FOUND',
  (facts) => !facts.subject.external && seesAllMembers(facts),
);

/** Whether the members of the room see those of their groups, and the caller is with the member in one. */
function isMateOf(facts: WhoFacts & RoomFacts & MemberFacts): boolean {
  const { room, member } = facts;
  const mine = liveMembership(facts);
  return (
    exists(room) &&
    visibilityOf(room) === 'groups' &&
    mine !== undefined &&
    member !== undefined &&
    'roomId' in member &&
    member.roomId === room.id &&
    areMates(room, mine, member)
  );
}

const seesAllMembers = (facts: WhoFacts & RoomFacts): boolean =>
  roomOwner.holds(facts) || overseer.holds(facts) || membersOpen.holds(facts);

export const memberIsOneself = rule<WhoFacts & MemberFacts>(
  'member-is-caller',
  'The member is the caller.',
  'INSUFFICIENT_ROLE',
  ({ subject, memberId }) => subject.id === memberId,
);

export const roomKnown = rule<RoomFacts>(
  'room-known',
  'The room exists, or existed.',
  'ROOM_NOT_FOUND',
  ({ room }) => room !== undefined,
);
