import { hasEnded, type Instant, isThere, labelsUpTo, marksIn, reachIn } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { knownLabel } from '../../kernel/labels.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { type RoomMayDeps, roomsMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { type AtLiveRoom, roomSeen } from '../../kernel/views.ts';
import { endedMemberships, positionOfEnd } from '../../steps/rooms/ended-memberships.ts';
import { countOfMates } from '../../steps/rooms/members-in-sight.ts';
import { type FoundRoom, MAX_ROOMS_SOUGHT, type RoomFilter, roomsFound } from '../../steps/rooms/rooms-found.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { memberships, rooms, roomsOfUser } from '../../store/rooms.ts';

/** `lastActivity`: whether each room says when something last came into it. */
type RoomsPage = PageRequest & Readonly<{ lastActivity?: boolean | undefined }>;

type ListRoomsDeps = OperationDeps & RoomMayDeps & Pick<Deps, 'documents' | 'lists' | 'orgId'>;

/**
 * The rooms the caller is a member of and cleared for, newest first, or those of them that a filter lets through. Throws
 * INVALID_CURSOR, INVALID_CLASSIFICATION.
 */
export const listRooms =
  (deps: ListRoomsDeps) =>
  async (
    ctx: SignedIn,
    { q, status, classification, ...page }: RoomFilter & RoomsPage,
  ): Promise<ListedPage<RoomSeen>> => {
    const label = classification === undefined ? undefined : knownLabel(deps.labelRules, classification);
    deps.lists.check('rooms', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'room.list',
      apply: (_, caller) => caller,
    });
    const labels = labelsUpTo(deps.labelRules.scheme, who.subject.clearance).filter(
      (one) => label === undefined || one === label,
    );
    const anyOf = labels.map((one) => roomsOfUser(who.user.id, who.user.epoch, one));
    if (q !== undefined || status !== undefined || label !== undefined)
      return listFound(deps, who, { anyOf, filter: { q, status, classification: label } }, page);
    const ended = await endedMemberships(deps, who.user, { labels, now: who.subject.asOf });
    const { items, meta } = await deps.lists.page(
      {
        name: `rooms:${who.user.id}:${who.subject.clearance}`,
        collection: memberships,
        selection: { anyOf },
        without: ended.map(positionOfEnd),
      },
      page,
    );
    const found = await deps.documents.read(items.map((membership) => refTo(rooms, membership.roomId)));
    const pairs = items.flatMap((membership, index) => {
      const document = found[index];
      const room = document && stateOf(rooms, document);
      return isThere(room) ? [{ room, membership }] : [];
    });
    return { items: await roomsSeen(deps, who, pairs, page), meta };
  };

const NEWEST_FIRST = { id: ({ room }: FoundRoom) => room.id, order: ({ room }: FoundRoom) => 0 - room.createdAt };

type Sought = Readonly<{ anyOf: readonly string[]; filter: RoomFilter }>;

async function listFound(
  deps: ListRoomsDeps,
  who: CurrentCaller,
  { anyOf, filter }: Sought,
  page: RoomsPage,
): Promise<ListedPage<RoomSeen>> {
  const all = await roomsFound(deps, { userId: who.user.id, anyOf }, filter);
  const found = all.filter(({ membership }) => !hasEnded(membership, who.subject.asOf));
  const name = `rooms:${who.user.id}:${who.subject.clearance}:${JSON.stringify(filter)}`;
  const { items, meta } = deps.lists.cut(name, found, NEWEST_FIRST, page);
  const isCut = all.length >= MAX_ROOMS_SOUGHT;
  return {
    items: await roomsSeen(deps, who, items, page),
    meta: { ...meta, ...(isCut && { totalIsExact: false }) },
  };
}

async function roomsSeen(
  deps: ListRoomsDeps,
  who: CurrentCaller,
  pairs: readonly FoundRoom[],
  { may: asksMay = false, lastActivity: asksActivity = false }: RoomsPage,
): Promise<readonly RoomSeen[]> {
  const seen = await Promise.all(
    pairs.map(async ({ room, membership }) => {
      const one = roomSeen(who, room, membership, await countOfMates(deps, who, room, membership));
      if (!asksActivity) return one;
      return { ...one, lastActivityAt: await lastActivity(deps, { ...who, room, membership }, one) };
    }),
  );
  if (!asksMay) return seen;
  const may = await roomsMay(
    deps,
    pairs.map((pair) => ({ ...who, ...pair })),
  );
  return seen.map((room, index) => ({ ...room, may: may[index] ?? [] }));
}

/**
 * When the newest of the files that the caller sees got its content; null without one. It is taken from the files of now and not
 * from the log, so files that are hidden, deleted or moved out of sight do not show in it.
 */
async function lastActivity(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  { fileCount }: Pick<RoomSeen, 'fileCount'>,
): Promise<Instant | null> {
  if (fileCount === 0) return null;
  const anyOf = marksIn(reachIn(at)).map((mark) => filesOfRoom(at.room.id, mark));
  const [newest] = await documents.list(files.name, { anyOf }, { limit: 1, order: 'newest' });
  return newest?.position ?? null;
}
