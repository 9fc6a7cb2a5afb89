import {
  abilities,
  allows,
  decide,
  endedIn,
  type Group,
  groupIn,
  type Membership,
  type RoomId,
  roomRolesToGive,
} from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { factsOfMember } from '../../kernel/may.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { memberFound, memberSeen, roomSeen, seesEveryMember } from '../../kernel/views.ts';
import { groupsNamed } from '../../steps/groups/groups-named.ts';
import { membersInSight } from '../../steps/rooms/members-in-sight.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { roomGroups } from '../../store/groups.ts';
import { membershipId, memberships, membersOfRoom } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type ListMembersInput = PageRequest &
  Readonly<{
    roomId: RoomId;
    /** Only members of this group, for owners of the room. */
    groupId?: string | undefined;
  }>;

/**
 * The members of a room by user id, each with its present access; those whom the caller sees. Only owners see who was a
 * member until their membership ended. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, GROUP_NOT_FOUND, INVALID_CURSOR.
 */
export const listMembers =
  (deps: ListMembersDeps) =>
  async (ctx: SignedIn, { roomId, groupId, ...page }: ListMembersInput): Promise<ListedPage<MemberSeen>> => {
    deps.lists.check('members', page);
    const found = await inRoom(deps, ctx, roomId, {
      action: 'room.members.list',
      refs: [refTo(roomGroups, roomId)],
      apply: (uow, seen, target): Found => {
        if (groupId !== undefined) {
          permit(decide('group.see_all', withoutScopes(seen)), target);
          groupIn(groupsOf(uow, roomId), groupId);
        }
        notingOversight(uow, roomSeen(seen, seen.room, seen.membership));
        return { ...seen, named: groupsNamed(seen, groupsOf(uow, roomId).groups) };
      },
    });
    if (groupId !== undefined) return listOfGroup(deps, found, groupId, page);
    if (!seesEveryMember(found, found.room, found.membership)) return listVisible(deps, found, page);
    const ended = allows('room.members.see_ended', withoutScopes(found)) ? [] : endedIn(found.room, found.subject.asOf);
    const list = {
      name: `members:${roomId}`,
      collection: memberships,
      selection: { anyOf: [membersOfRoom(roomId)] },
      order: 'oldest',
      total: found.room.memberCount - ended.length,
      without: ended.map((userId) => ({ position: found.room.createdAt, id: membershipId(roomId, userId) })),
    } as const;
    const { items, meta } = await deps.lists.page(list, page);
    return { items: await membersSeen(deps, found, items, page), meta };
  };

/** `named`: the groups that the answer may name; undefined for a caller who is not a member. */
type Found = InRoom & Readonly<{ named: readonly Group[] | undefined }>;

type ListMembersDeps = OperationDeps & Pick<Deps, 'documents' | 'lists' | 'externalOwners'>;

/** The owners and the caller: at most some fifty; where members see those of their groups, these too. */
async function listVisible(deps: ListMembersDeps, found: Found, page: PageRequest): Promise<ListedPage<MemberSeen>> {
  const { id } = found.room;
  const visible = await membersInSight(deps, found, found.room, found.membership);
  const { items, meta } = deps.lists.cut(`members:${id}:${found.user.id}`, visible, BY_USER_ID, page);
  return { items: await membersSeen(deps, found, items, page), meta };
}

/** Memberships name their groups, so all of the room are read. */
async function listOfGroup(deps: ListMembersDeps, found: Found, groupId: string, page: PageRequest) {
  const { room, user, subject } = found;
  await deps.countReading(user.id, room.memberCount);
  const ended = new Set<string>(endedIn(room, subject.asOf));
  const members: Membership[] = [];
  for await (const one of everyListed(deps.documents, memberships, [membersOfRoom(room.id)]))
    if (one.groups?.some((id) => id === groupId) === true && !ended.has(one.userId)) members.push(one);
  const { items, meta } = deps.lists.cut(`members:${room.id}:${user.id}:in:${groupId}`, members, BY_USER_ID, page);
  return { items: await membersSeen(deps, found, items, page), meta };
}

/** The first twelve digits of a random id decide its place in the list. */
const BY_USER_ID = {
  id: ({ userId }: Membership) => userId,
  order: ({ userId }: Membership) => Number.parseInt(userId.replaceAll('-', '').slice(0, 12), 16),
};

async function membersSeen(
  deps: ListMembersDeps,
  found: Found,
  items: readonly Membership[],
  { may: isAsked = false }: PageRequest,
): Promise<readonly MemberSeen[]> {
  const seen = { labelRules: deps.labelRules, now: found.subject.asOf };
  const people = await deps.documents.read(items.map((membership) => refTo(users, membership.userId)));
  return items.map((membership, index) => {
    const document = people[index];
    const target = document && stateOf(users, document);
    const groups = found.named?.filter(({ id }) => membership.groups?.includes(id) === true);
    const member = { ...memberSeen(found, memberFound(seen, membership, target)), ...(groups && { groups }) };
    if (!isAsked) return member;
    const facts = factsOfMember(deps, { ...found, member: membership, target });
    return { ...member, may: abilities('member', facts), rolesToGive: roomRolesToGive(facts) };
  });
}
