import { type Action, allows, endedIn, type Group, type GroupId, type RoomId, seeEachOther } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships, membersOfGroup } from '../../store/rooms.ts';

export const GROUP_ACTIONS = ['group.delete', 'group.edit', 'group.members.add', 'group.members.remove'] as const;
type GroupAction = Extract<Action, (typeof GROUP_ACTIONS)[number]>;

/** A group as the caller sees it; with everything but its name for owners of the room. */
export type GroupSeen = Readonly<{
  roomId: RoomId;
  group: Group;
  details?: Readonly<{ memberCount: number; membersSeeEachOther: boolean }>;
  may?: readonly GroupAction[];
}>;

/** Adds to an answer about a group what the caller may do with it now. */
export const withGroupMay = (at: AtRoom, seen: GroupSeen): GroupSeen => {
  const facts = { ...at, group: { id: seen.group.id, roomId: seen.roomId } };
  return { ...seen, may: GROUP_ACTIONS.filter((action) => allows(action, facts)) };
};

/** The groups as owners of the room see them, with the number of their present members. */
export async function groupsSeen(
  { documents }: Pick<Deps, 'documents'>,
  { room, subject }: InRoom,
  groups: readonly Group[],
): Promise<readonly GroupSeen[]> {
  const ended = endedIn(room, subject.asOf);
  const gone =
    ended.length === 0 ? [] : await documents.read(ended.map((id) => refTo(memberships, membershipId(room.id, id))));
  const left = gone.flatMap((document) => (document ? (stateOf(memberships, document).groups ?? []) : []));
  const counts = await Promise.all(groups.map(({ id }) => counted(documents, room.id, id)));
  return groups.map((group, index) => {
    const memberCount = (counts[index] ?? 0) - left.filter((id) => id === group.id).length;
    return { roomId: room.id, group, details: { memberCount, membersSeeEachOther: seeEachOther(room, group.id) } };
  });
}

const counted = (documents: Deps['documents'], roomId: RoomId, id: GroupId): Promise<number> =>
  documents.count(memberships.name, { anyOf: [membersOfGroup(roomId, id)] });
