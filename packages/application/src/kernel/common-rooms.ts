import { type CommonRoom, DomainError, isLive, type Membership, type User, type UserId } from '@strongroom/domain';
import type { ReadAnswer, Ref } from '@strongroom/ports';
import { refTo, stateOf } from '../store/collection.ts';
import { everyListed, PAGE_OF_LIST } from '../store/every-listed.ts';
import { membershipId, memberships, membershipsOfUser, rooms } from '../store/rooms.ts';
import { users } from '../store/users.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import type { ListedDocument, Snapshot } from './identity-map.ts';

type CommonRoomsDeps = Pick<Deps, 'documents' | 'clock' | 'countReading'>;

/** Maximum number of rooms that are looked at. Users in further ones stay hidden. */
const MAX_ROOMS = 10_000;
const REFS_IN_ONE_READ = 200;

/**
 * The rooms of an external user, each with the membership of another one. Reads the same for hidden, absent and visible
 * users. Users of the organisation see every user, so nothing is read for them. `onRead`: called with
 * what was read about the other one. Throws RATE_LIMIT_EXCEEDED.
 */
export async function commonRooms(
  deps: CommonRoomsDeps,
  caller: User,
  userId: UserId,
  onRead: (answer: ReadAnswer) => void = () => undefined,
): Promise<readonly CommonRoom[]> {
  if (!caller.external) return [];
  const mine = await liveMembershipsOf(deps, caller);
  const refs = mine.flatMap(({ roomId }) => [refTo(rooms, roomId), refTo(memberships, membershipId(roomId, userId))]);
  const found = await readAll(deps, refs, onRead);
  return mine.map((membership, index) => {
    const room = found[2 * index];
    const theirs = found[2 * index + 1];
    return {
      room: room && stateOf(rooms, room),
      mine: membership,
      theirs: theirs && stateOf(memberships, theirs),
    };
  });
}

/** Like `commonRooms`, read with the other documents of an operation of the caller. */
export function commonRoomsOf(deps: CommonRoomsDeps, { credential }: SignedIn, userId: UserId) {
  let common: readonly CommonRoom[] = [];
  let refusal: DomainError | undefined;
  let reads: ReadAnswer[] = [];
  return {
    /** Answers that the last attempt got of the store. */
    read: (): readonly ReadAnswer[] => reads,
    loadMore: async (snapshot: Snapshot): Promise<readonly ListedDocument[]> => {
      const caller = snapshot.find(users, credential.userId);
      [refusal, reads] = [undefined, []];
      try {
        const onRead = (answer: ReadAnswer) => reads.push(answer);
        common = caller === undefined ? [] : await commonRooms(deps, caller, userId, onRead);
      } catch (error) {
        // Thrown when this operation is decided: others that are committed together continue.
        if (!(error instanceof DomainError)) throw error;
        refusal = error;
      }
      return [];
    },
    isRefused: (): boolean => refusal !== undefined,
    /** Throws RATE_LIMIT_EXCEEDED. */
    of: (): readonly CommonRoom[] => {
      if (refusal !== undefined) throw refusal;
      return common;
    },
  };
}

/**
 * Memberships of a user that count now. Charges each with its room, and a page of them before the next is read: a refused
 * request has read one page. Throws RATE_LIMIT_EXCEEDED.
 */
export async function liveMembershipsOf(
  { documents, clock, countReading }: CommonRoomsDeps,
  user: User,
): Promise<readonly Membership[]> {
  const live: Membership[] = [];
  let unpaid = 0;
  const now = clock.now();
  for await (const one of everyListed(documents, memberships, [membershipsOfUser(user.id)])) {
    if (isLive(one, user, now)) live.push(one);
    unpaid++;
    if (live.length === MAX_ROOMS) break;
    if (unpaid < PAGE_OF_LIST) continue;
    await countReading(user.id, 2 * unpaid);
    unpaid = 0;
  }
  await countReading(user.id, 2 * unpaid);
  return live;
}

async function readAll(
  { documents }: Pick<Deps, 'documents'>,
  refs: readonly Ref[],
  onRead: (answer: ReadAnswer) => void,
) {
  const found = [];
  for (let start = 0; start < refs.length; start += REFS_IN_ONE_READ) {
    const answer = await documents.read(refs.slice(start, start + REFS_IN_ONE_READ));
    onRead(answer);
    found.push(...answer);
  }
  return found;
}
