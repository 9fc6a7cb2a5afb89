import {
  hasWords,
  isThere,
  type Label,
  type LiveRoom,
  type Membership,
  type SearchText,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { memberships, rooms } from '../../store/rooms.ts';

/** Maximum number of rooms that are looked through, the newest first. */
export const MAX_ROOMS_SOUGHT = 10_000;
const IN_ONE_READ = 200;

export type RoomFilter = Readonly<{
  q?: SearchText | undefined;
  status?: LiveRoom['status'] | undefined;
  classification?: Label | undefined;
}>;

export type FoundRoom = Readonly<{ room: LiveRoom; membership: Membership }>;

/**
 * The rooms of a user that a filter lets through; `anyOf`: list keys of memberships. Rooms that are looked through are charged.
 * Throws RATE_LIMIT_EXCEEDED.
 */
export async function roomsFound(
  { documents, countReading }: Pick<Deps, 'documents' | 'countReading'>,
  { userId, anyOf }: Readonly<{ userId: UserId; anyOf: readonly string[] }>,
  { q, status }: RoomFilter,
): Promise<readonly FoundRoom[]> {
  const found: FoundRoom[] = [];
  for (let page = {}, seen = 0; seen < MAX_ROOMS_SOUGHT; seen += IN_ONE_READ) {
    const listed = await documents.list(memberships.name, { anyOf }, { limit: IN_ONE_READ, order: 'newest', ...page });
    const mine = listed.map((document) => stateOf(memberships, document));
    await countReading(userId, mine.length);
    const read = await documents.read(mine.map(({ roomId }) => refTo(rooms, roomId)));
    for (const [index, membership] of mine.entries()) {
      const document = read[index];
      const room = document && stateOf(rooms, document);
      const isWanted = isThere(room) && (status === undefined || room.status === status);
      if (isWanted && (q === undefined || hasWords(room.name, q))) found.push({ room, membership });
    }
    const last = listed.at(-1);
    if (last === undefined || listed.length < IN_ONE_READ) break;
    page = { after: { position: last.position, id: last.id } };
  }
  return found;
}
