import {
  type CommonRoom,
  dominates,
  hasEnded,
  type Instant,
  isThere,
  type LiveRoom,
  type Membership,
  type RoomId,
  type UserId,
  visibilityOf,
} from '@strongroom/domain';
import { liveMembershipsOf } from '../../kernel/common-rooms.ts';
import type { Deps } from '../../kernel/deps.ts';
import { RecentValues } from '../../kernel/remembered.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { seesEveryMember, visibleMembers } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { memberships, membersOfRoom, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { membersInSight } from '../rooms/members-in-sight.ts';

export type MeetingDeps = Pick<Deps, 'documents' | 'clock' | 'countReading'>;

/** Maximum number of users in the answer. Lists of more say that their total is not exact. */
export const MAX_PEOPLE_MET = 10_000;
const REFS_IN_ONE_READ = 200;
/** Members of rooms, and users, that a process remembers. */
const REMEMBERED = 100_000;

/** A room in which an external user sees another one, and their own membership of it. */
export type SharedRoom = Pick<CommonRoom, 'mine'> & Readonly<{ room: LiveRoom }>;

type Aged = Readonly<{ id: UserId; createdAt: Instant }>;
/** `meeting`: the first room in which they are seen; undefined for the caller. */
export type PersonMet = Aged & Readonly<{ meeting: SharedRoom | undefined }>;
type Member = Aged & Pick<Membership, 'expiresAt'>;
type MembersOf = Readonly<{ version: number; members: readonly Member[] }>;

/**
 * An external user, and the users whom they see in a common room, each with the first such room. Stops some rooms after the
 * maximum. Rooms, and the caller's memberships, are read each time; the members of a room are remembered until it changes, and looking through
 * those that are not is charged to the caller. Throws RATE_LIMIT_EXCEEDED.
 */
export const peopleMet = (deps: MeetingDeps) => {
  const membersOf = new RecentValues<RoomId, MembersOf>(REMEMBERED);
  /** When users were made, which never changes. */
  const ages = new RecentValues<UserId, Instant>(REMEMBERED);

  return async (who: CurrentCaller): Promise<readonly PersonMet[]> => {
    const met = new Map<UserId, PersonMet>();
    met.set(who.user.id, { id: who.user.id, createdAt: who.user.createdAt, meeting: undefined });
    const mine = await liveMembershipsOf(deps, who.user);
    for (let start = 0; start < mine.length; start += REFS_IN_ONE_READ) {
      const slice = mine.slice(start, start + REFS_IN_ONE_READ);
      const found = await deps.documents.read(slice.map(({ roomId }) => refTo(rooms, roomId)));
      for (const [index, membership] of slice.entries()) {
        const document = found[index];
        const room = document && stateOf(rooms, document);
        if (!isThere(room) || !dominates(who.labelRules.scheme, who.subject.clearance, room.label)) continue;
        if (met.size > MAX_PEOPLE_MET) return [...met.values()];
        const people = seesEveryMember(who, room, membership)
          ? (await everyMember(who, room, document?.version ?? 0)).filter((one) => !hasEnded(one, who.subject.asOf))
          : await withAges(who, await idsInSight(who, room, membership));
        const meeting = { room, mine: membership };
        for (const { id, createdAt } of people) if (!met.has(id)) met.set(id, { id, createdAt, meeting });
      }
    }
    return [...met.values()];
  };

  /** Owners, themself and the members of their groups. A change of groups does not replace the room, so these are not remembered. */
  async function idsInSight(who: CurrentCaller, room: LiveRoom, membership: Membership): Promise<readonly UserId[]> {
    if (visibilityOf(room) !== 'groups') return visibleMembers(who, room);
    await deps.countReading(who.user.id, room.memberCount);
    return (await membersInSight(deps, who, room, membership)).map(({ userId }) => userId);
  }

  /** Every change of a member replaces the room. */
  async function everyMember(who: CurrentCaller, room: LiveRoom, version: number): Promise<readonly Member[]> {
    const known = membersOf.get(room.id);
    if (known?.version === version) return known.members;
    await deps.countReading(who.user.id, room.memberCount);
    const ends = new Map<UserId, Pick<Membership, 'expiresAt'>>();
    for await (const { userId, expiresAt } of everyListed(deps.documents, memberships, [membersOfRoom(room.id)]))
      ends.set(userId, expiresAt === undefined ? {} : { expiresAt });
    const members = (await withAges(who, [...ends.keys()])).map((one) => ({ ...one, ...ends.get(one.id) }));
    // A change between the two reads made another version, under which they are read again.
    membersOf.set(room.id, { version, members }, members.length + 1);
    return members;
  }

  /** Without users who do not exist any more. */
  async function withAges(who: CurrentCaller, ids: readonly UserId[]): Promise<readonly Aged[]> {
    const unknown = ids.filter((id) => ages.get(id) === undefined);
    await deps.countReading(who.user.id, unknown.length);
    for (let start = 0; start < unknown.length; start += REFS_IN_ONE_READ) {
      const slice = unknown.slice(start, start + REFS_IN_ONE_READ);
      for (const document of await deps.documents.read(slice.map((id) => refTo(users, id)))) {
        const user = document && stateOf(users, document);
        if (user !== undefined) ages.set(user.id, user.createdAt);
      }
    }
    return ids.flatMap((id) => {
      const createdAt = ages.get(id);
      return createdAt === undefined ? [] : [{ id, createdAt }];
    });
  }
};
