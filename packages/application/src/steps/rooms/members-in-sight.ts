import {
  areMates,
  endedIn,
  hasEnded,
  type LiveRoom,
  type Membership,
  seeEachOther,
  visibilityOf,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { seesEveryMember, visibleMembers } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { membershipId, memberships, membersOfGroup } from '../../store/rooms.ts';

type Documents = Pick<Deps, 'documents'>;

/** The list keys of the groups whose members a caller sees who does not see every member. */
const groupKeys = (room: LiveRoom, { groups = [] }: Pick<Membership, 'groups'>): readonly string[] =>
  visibilityOf(room) === 'groups'
    ? groups.filter((id) => seeEachOther(room, id)).map((id) => membersOfGroup(room.id, id))
    : [];

/** Owners, the caller, and the present members of their groups where members see those: for one who does not see every member. */
export async function membersInSight(
  { documents }: Documents,
  who: CurrentCaller,
  room: LiveRoom,
  membership: Membership | undefined,
): Promise<readonly Membership[]> {
  const found = new Map<string, Membership>();
  for (const one of await membershipsOf({ documents }, room, visibleMembers(who, room))) found.set(one.userId, one);
  const keys = membership === undefined ? [] : groupKeys(room, membership);
  // A list without keys would be a list of everything.
  if (keys.length > 0)
    for await (const one of everyListed(documents, memberships, keys))
      if (!hasEnded(one, who.subject.asOf)) found.set(one.userId, one);
  return [...found.values()];
}

/**
 * The number of `membersInSight` of a member, for rooms whose members see those of their groups; undefined for another room or
 * caller. Counts without reading the members.
 */
export async function countOfMates(
  { documents }: Documents,
  who: CurrentCaller,
  room: LiveRoom,
  membership: Membership | undefined,
): Promise<number | undefined> {
  if (visibilityOf(room) !== 'groups' || membership === undefined || seesEveryMember(who, room, membership))
    return undefined;
  const keys = groupKeys(room, membership);
  const ended = new Set(endedIn(room, who.subject.asOf));
  // In one read: it takes no longer where others have ended whom the caller does not see.
  const [inGroups, read] = await Promise.all([
    keys.length === 0 ? 0 : documents.count(memberships.name, { anyOf: keys }),
    membershipsOf({ documents }, room, [...visibleMembers(who, room), ...ended]),
  ]);
  const gone = read.filter((one) => ended.has(one.userId) && areMates(room, membership, one));
  const besides = read.filter((one) => !ended.has(one.userId) && !areMates(room, membership, one));
  return inGroups - gone.length + besides.length;
}

const IN_ONE_READ = 200;

async function membershipsOf(
  { documents }: Documents,
  room: LiveRoom,
  ids: readonly Membership['userId'][],
): Promise<readonly Membership[]> {
  const found: Membership[] = [];
  for (let start = 0; start < ids.length; start += IN_ONE_READ) {
    const refs = ids.slice(start, start + IN_ONE_READ).map((id) => refTo(memberships, membershipId(room.id, id)));
    for (const document of await documents.read(refs)) if (document) found.push(stateOf(memberships, document));
  }
  return found;
}
