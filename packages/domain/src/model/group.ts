import { DomainError } from '../values/errors.ts';
import { siblingKey } from '../values/folding.ts';
import type { GroupId, RoomId, UserId } from '../values/ids.ts';
import type { GroupDescription, GroupName } from '../values/text.ts';
import type { Instant } from '../values/time.ts';
import type { Membership } from './membership.ts';
import type { LiveRoom } from './room.ts';

/** Some members of a room, who are named together for restricted folders. */
export type Group = Readonly<{
  id: GroupId;
  name: GroupName;
  description: GroupDescription;
  createdBy: UserId;
  createdAt: Instant;
}>;

/** The groups of a room, the oldest first. */
export type RoomGroups = Readonly<{ roomId: RoomId; groups: readonly Group[] }>;

export const MAX_GROUPS = 64;

/** Throws LIMIT_REACHED, NAME_TAKEN. */
export function addGroup(all: RoomGroups, group: Group): RoomGroups {
  if (all.groups.length >= MAX_GROUPS)
    throw new DomainError('LIMIT_REACHED', { message: `A room has at most ${MAX_GROUPS} groups.` });
  assertFree(all, group);
  return { ...all, groups: [...all.groups, group] };
}

/** Equal values change nothing. Throws NAME_TAKEN. */
export function editGroup(
  all: RoomGroups,
  id: GroupId,
  change: Partial<Pick<Group, 'name' | 'description'>>,
): RoomGroups {
  const group = groupIn(all, id);
  const next = { ...group, ...change };
  if (next.name === group.name && next.description === group.description) return all;
  assertFree(all, next);
  return { ...all, groups: all.groups.map((one) => (one.id === id ? next : one)) };
}

export const removeGroup = (all: RoomGroups, id: GroupId): RoomGroups => ({
  ...all,
  groups: all.groups.filter((one) => one.id !== id),
});

/** Whether the members of a group see each other, where members of the room see those of their groups. */
export const seeEachOther = ({ mateGroups }: Pick<LiveRoom, 'mateGroups'>, id: GroupId): boolean =>
  mateGroups?.includes(id) === true;

/** Sets whether the members of a group see each other. A repeated call changes nothing. */
export function letSeeEachOther(room: LiveRoom, id: GroupId, isOn: boolean): LiveRoom {
  if (seeEachOther(room, id) === isOn) return room;
  const { mateGroups = [], ...rest } = room;
  const others = mateGroups.filter((one) => one !== id);
  const next = isOn ? [...others, id] : others;
  return next.length === 0 ? rest : { ...rest, mateGroups: next };
}

/** Throws GROUP_NOT_FOUND. */
export function groupIn({ groups }: RoomGroups, id: string): Group {
  const group = groups.find((one) => one.id === id);
  if (group === undefined) throw new DomainError('GROUP_NOT_FOUND');
  return group;
}

/** Names that differ in letter case only are one name. */
function assertFree({ groups }: RoomGroups, { id, name }: Pick<Group, 'id' | 'name'>): void {
  const key = siblingKey(name);
  if (groups.some((one) => one.id !== id && siblingKey(one.name) === key))
    throw new DomainError('NAME_TAKEN', { message: 'A group of this name is there already.' });
}

/** Adds a group to a membership. A repeated call changes nothing. */
export const joinGroup = (membership: Membership, id: GroupId): Membership =>
  membership.groups?.includes(id) === true ? membership : { ...membership, groups: [...(membership.groups ?? []), id] };

/** Leaving a group that the member is not in changes nothing. */
export function leaveGroup(membership: Membership, id: GroupId): Membership {
  const { groups = [], ...rest } = membership;
  if (!groups.includes(id)) return membership;
  const others = groups.filter((one) => one !== id);
  return others.length === 0 ? rest : { ...rest, groups: others };
}
