import {
  allows,
  dominates,
  isThere,
  type LiveRoom,
  labelsUpTo,
  type Membership,
  type UserId,
} from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import { liveMembershipsOf } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { type OnUser, onUser, type UserDeps } from '../../kernel/on-user.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { memberFound, memberSeen } from '../../kernel/views.ts';
import { groupsNamed } from '../../steps/groups/groups-named.ts';
import { endedMemberships, positionOfEnd } from '../../steps/rooms/ended-memberships.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { roomGroups } from '../../store/groups.ts';
import { membershipId, memberships, rooms, roomsOfUser } from '../../store/rooms.ts';

/** A room of a user, and their membership of it as the caller sees it. */
export type RoomOfUser = MemberSeen & Readonly<{ room: LiveRoom }>;

type ListRoomsDeps = UserDeps & Pick<Deps, 'lists'>;

/** A room of the user that the caller sees with them in it, and the caller's own membership. */
type Shared = Readonly<{ theirs: Membership; room: LiveRoom; mine: Membership | undefined }>;

const IN_ONE_READ = 100;

/**
 * The rooms that a user is a member of now, newest first: those in which the caller sees them as a member. Overseers see
 * them up to their own clearance, and each look is recorded. Reads rooms of the user for these and for themself, else rooms of the
 * caller: never more. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, INVALID_CURSOR, RATE_LIMIT_EXCEEDED.
 */
export const listRoomsOfUser =
  (deps: ListRoomsDeps) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<ListedPage<RoomOfUser>> => {
    deps.lists.check('rooms-of', page);
    const isOneself = userId === ctx.credential.userId;
    const { found, oversees } = await onUser(deps, ctx, userId, {
      action: 'user.rooms',
      apply: (uow, seen, target) => {
        const isOverseer = allows('room.oversee', withoutScopes(seen));
        if (isOverseer && !isOneself) uow.record({ type: 'room.overseen', target });
        return { found: seen, oversees: isOverseer };
      },
    });
    const { items, meta } =
      oversees || isOneself ? await pageOfTheirs(deps, found, page) : await pageInCommon(deps, found, page);
    return { items: await roomsSeen(deps, found, items), meta };
  };

const nameOf = ({ user, subject, target }: OnUser): string => `rooms-of:${user.id}:${target.id}:${subject.clearance}`;

/** For callers who see every member of every room up to their clearance, and for oneself. */
async function pageOfTheirs(deps: ListRoomsDeps, found: OnUser, page: PageRequest): Promise<ListedPage<Shared>> {
  const { target, subject, labelRules } = found;
  const labels = labelsUpTo(labelRules.scheme, subject.clearance);
  const ended = await endedMemberships(deps, target, { labels, now: subject.asOf });
  const { items, meta } = await deps.lists.page(
    {
      name: nameOf(found),
      collection: memberships,
      selection: { anyOf: labels.map((label) => roomsOfUser(target.id, target.epoch, label)) },
      without: ended.map(positionOfEnd),
    },
    page,
  );
  return { items: await shared(deps, found, items), meta };
}

/** Looks through the rooms of the caller whatever rooms the user has: neither work nor time tells of rooms that are hidden. */
async function pageInCommon(deps: ListRoomsDeps, found: OnUser, page: PageRequest): Promise<ListedPage<Shared>> {
  const { labelRules, subject, target, user } = found;
  const mine = (await liveMembershipsOf(deps, user)).filter(({ roomLabel }) =>
    dominates(labelRules.scheme, subject.clearance, roomLabel),
  );
  const common: Shared[] = [];
  for (let start = 0; start < mine.length; start += IN_ONE_READ) {
    const places = mine.slice(start, start + IN_ONE_READ).map(({ roomId }) => membershipId(roomId, target.id));
    const read = await deps.documents.read(places.map((id) => refTo(memberships, id)));
    const theirs = read.flatMap((document) => (document ? [stateOf(memberships, document)] : []));
    common.push(...(await shared(deps, found, theirs)));
  }
  return deps.lists.cut(nameOf(found), common, NEWEST_FIRST, page);
}

const NEWEST_FIRST = { id: ({ room }: Shared) => room.id, order: ({ room }: Shared) => 0 - room.createdAt };

/** Keeps memberships in which the caller sees the user now. */
async function shared(
  { documents }: Pick<Deps, 'documents'>,
  found: OnUser,
  of: readonly Membership[],
): Promise<readonly Shared[]> {
  const refs = of.flatMap(({ roomId }) => [
    refTo(rooms, roomId),
    refTo(memberships, membershipId(roomId, found.user.id)),
  ]);
  const read = refs.length === 0 ? [] : await documents.read(refs);
  return of.flatMap((theirs, index) => {
    const [roomRead, mineRead] = [read[2 * index], read[2 * index + 1]];
    const room = roomRead && stateOf(rooms, roomRead);
    const mine = mineRead && stateOf(memberships, mineRead);
    if (!isThere(room)) return [];
    const facts = { ...found, room, membership: mine, memberId: found.target.id, member: theirs };
    return allows('room.members.name', withoutScopes(facts)) ? [{ theirs, room, mine }] : [];
  });
}

async function roomsSeen(
  { documents, labelRules }: Pick<ListRoomsDeps, 'documents' | 'labelRules'>,
  found: OnUser,
  places: readonly Shared[],
): Promise<readonly RoomOfUser[]> {
  const read = await documents.read(places.map(({ room }) => refTo(roomGroups, room.id)));
  return places.map(({ theirs, room, mine }, index) => {
    const document = read[index];
    const at = { ...found, room, membership: mine };
    const known = groupsNamed(at, document === undefined ? [] : stateOf(roomGroups, document).groups);
    const groups = known?.filter(({ id }) => theirs.groups?.includes(id) === true);
    const seen = memberSeen(at, memberFound({ labelRules, now: found.subject.asOf }, theirs, found.target));
    return { ...seen, room, ...(groups && { groups }) };
  });
}
