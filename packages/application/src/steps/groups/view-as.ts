import { allows, DomainError, decide, dominates, isLive, type RoomId, subjectOf, UserId } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId } from '../../kernel/ids.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { roomTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { roomGroups } from '../../store/groups.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/**
 * Others in whose place an owner of a room looks at it: a viewer who is in one group only and has the owner's clearance, or a
 * member. Ids of the wrong form are answered like unknown ones.
 */
export type ViewAs = Readonly<{ group: string } | { member: string }>;

type AsMember = Readonly<{ member: string }>;

const idOf = ({ member }: AsMember): UserId | undefined => (UserId.is(member) ? member : undefined);

/** Documents that `inPlaceOf` reads. */
export function viewAsRefs(roomId: RoomId, viewAs: ViewAs | undefined): readonly Ref[] {
  if (viewAs === undefined) return [];
  if ('group' in viewAs) return [refTo(roomGroups, roomId)];
  const id = idOf(viewAs);
  return id === undefined ? [] : [refTo(memberships, membershipId(roomId, id)), refTo(users, id)];
}

/** This part of the name that a cursor is bound to tells the lists of one from those of another. */
export const viewAsName = (viewAs: ViewAs | undefined): string => {
  if (viewAs === undefined) return '';
  return 'group' in viewAs ? `:as:group:${viewAs.group}` : `:as:member:${viewAs.member}`;
};

/**
 * An owner of the room in the place of another, never with more sight than their own. Throws INSUFFICIENT_ROOM_ROLE,
 * GROUP_NOT_FOUND, MEMBER_NOT_FOUND, ROOM_NOT_FOUND for a member who does not see the room, and INSUFFICIENT_ROLE for an owner
 * from outside, who does not see the clearance of members.
 */
export function inPlaceOf(snapshot: Snapshot, at: InRoom, viewAs: ViewAs | undefined): InRoom {
  if (viewAs === undefined) return at;
  const { room } = at;
  // Decides before it looks the other up: others learn nothing from an id.
  permit(decide('group.see_all', at), roomTarget(room.id, room));
  return 'group' in viewAs ? asGroup(snapshot, at, viewAs.group) : asMember(snapshot, at, viewAs);
}

function asGroup(snapshot: Snapshot, at: InRoom, groupId: string): InRoom {
  const { room, membership } = at;
  const group = groupsOf(snapshot, room.id).groups.find(({ id }) => id === groupId);
  if (group === undefined) throw new DomainError('GROUP_NOT_FOUND');
  if (membership === undefined) throw new TypeError('an owner of the room is no member of it');
  return { ...at, membership: { ...membership, role: 'viewer', groups: [group.id] } };
}

function asMember(snapshot: Snapshot, at: InRoom, viewAs: AsMember): InRoom {
  const { room, labelRules } = at;
  const now = at.subject.asOf;
  const id = idOf(viewAs);
  const membership = id && snapshot.find(memberships, membershipId(room.id, id));
  const asked = { ...at, member: membership, memberId: id ?? absentId(UserId, room.id) };
  permit(decide('room.members.see_details', asked), roomTarget(room.id, room));
  const user = id && snapshot.find(users, id);
  if (!user || user.status === 'deactivated' || !isLive(membership, user, now))
    throw new DomainError('MEMBER_NOT_FOUND');
  const theirs = subjectOf(labelRules, user, null, now);
  const isAbove = !dominates(labelRules.scheme, at.subject.clearance, theirs.clearance);
  // An invited person sees this once they have an account.
  const subject = { ...theirs, status: 'active' as const, ...(isAbove && { clearance: at.subject.clearance }) };
  const found = { ...at, user, membership, subject };
  // The answer that they get themselves.
  if (!allows('file.list', found)) throw new DomainError('ROOM_NOT_FOUND');
  return found;
}
