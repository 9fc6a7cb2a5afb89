import { countIn, dropMember, isRoot, isThere, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { Known } from '../../kernel/draft.ts';
import { SYSTEM } from '../../kernel/entry.ts';
import type { Writing } from '../../kernel/journal.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';
import { membershipId, memberships, rooms } from '../../repositories/rooms.ts';
import { type Leaving, whatToLeave } from './what-to-leave.ts';

/**
 * Takes a user out of rooms and units, a slice at a time: `more` finds the next slice, `leave` writes it.
 * `before`: memberships of that epoch and later ones stay, they are of somebody who came back meanwhile.
 */
export function departure(deps: Pick<Deps, 'documents'>, userId: UserId, before = Number.POSITIVE_INFINITY) {
  let leaving: Leaving = { rooms: [], units: [], known: [] };
  return {
    more: async (): Promise<readonly Known[]> => {
      leaving = await whatToLeave(deps, userId, before);
      return leaving.known;
    },
    leave: (at: Writing): void => {
      for (const { roomId } of leaving.rooms) {
        const room = at.find(rooms, roomId);
        if (isThere(room)) at.put(rooms, dropMember(room, userId));
        at.remove(memberships, membershipId(roomId, userId));
      }
      for (const { unitId } of leaving.units) {
        const unit = at.find(orgUnits, unitId);
        if (unit && !isRoot(unit)) at.put(orgUnits, countIn(unit, 'members', -1));
        at.remove(unitMemberships, unitMembershipId(unitId, userId));
      }
    },
    isOver: (): boolean => leaving.rooms.length + leaving.units.length === 0,
  };
}

/** Takes a user out of everything he was in before that epoch. May be broken off anywhere and begun again. */
export async function leaveEverything(
  deps: Pick<Deps, 'documents' | 'journal'>,
  userId: UserId,
  before: number,
  afterSlice: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { more, leave, isOver } = departure(deps, userId, before);
  for (;;) {
    await more();
    if (isOver()) return;
    await deps.journal.run({ author: SYSTEM, refs: [], hot: userId, more, decide: leave });
    await afterSlice();
  }
}
