import {
  type CommonRoom,
  dominates,
  hasEnded,
  type Instant,
  isThere,
  type LiveRoom,
  type UserId,
} from '@strongroom/domain';
import { liveMembershipsOf } from '../../kernel/common-rooms.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Who } from '../../kernel/sight.ts';
import { seesEveryMember, visibleMembers } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { memberships, membersOfRoom, rooms } from '../../store/rooms.ts';

type Needs = Pick<Deps, 'documents' | 'clock'>;

/** Maximum number of users in the answer. Lists of more say that their total is not exact. */
export const MAX_PEOPLE_MET = 10_000;
const REFS_IN_ONE_READ = 200;

/** A room in which an external user sees another one, and their own membership of it. */
export type Meeting = Pick<CommonRoom, 'mine'> & Readonly<{ room: LiveRoom }>;

/**
 * An external user, and the users whom they see in a common room, each with the first such room. Stops some rooms after the
 * maximum.
 */
export async function peopleMet(deps: Needs, who: Who): Promise<ReadonlyMap<UserId, Meeting | undefined>> {
  const met = new Map<UserId, Meeting | undefined>([[who.user.id, undefined]]);
  const mine = await liveMembershipsOf(deps, who.user);
  for (let start = 0; start < mine.length; start += REFS_IN_ONE_READ) {
    const slice = mine.slice(start, start + REFS_IN_ONE_READ);
    const found = await deps.documents.read(slice.map(({ roomId }) => refTo(rooms, roomId)));
    for (const [index, membership] of slice.entries()) {
      const document = found[index];
      const room = document && stateOf(rooms, document);
      if (!isThere(room) || !dominates(who.labelRules.scheme, who.subject.clearance, room.label)) continue;
      if (met.size > MAX_PEOPLE_MET) return met;
      const ids = seesEveryMember(who, room, membership)
        ? await everyMember(deps, room, who.subject.asOf)
        : visibleMembers(who, room);
      for (const id of ids) if (!met.has(id)) met.set(id, { room, mine: membership });
    }
  }
  return met;
}

async function everyMember({ documents }: Needs, room: LiveRoom, now: Instant): Promise<readonly UserId[]> {
  const ids: UserId[] = [];
  for await (const one of everyListed(documents, memberships, membersOfRoom(room.id)))
    if (!hasEnded(one, now)) ids.push(one.userId);
  return ids;
}
