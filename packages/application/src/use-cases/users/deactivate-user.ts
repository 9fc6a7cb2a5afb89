import { countIn, deactivate, dropMember, isRoot, isThere, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Known } from '../../kernel/draft.ts';
import { SYSTEM } from '../../kernel/entry.ts';
import type { Writing } from '../../kernel/journal.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';
import { membershipId, memberships, rooms } from '../../repositories/rooms.ts';
import { changeUser } from './change-user.ts';
import { type Leaving, whatToLeave } from './what-to-leave.ts';

type Needs = Pick<Deps, 'journal' | 'documents' | 'secrets' | 'clock' | 'classification'>;
/**
 * Deactivates a user: every credential fails from the next request on, every membership is gone. Again changes nothing.
 * Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const deactivateUser =
  (deps: Needs) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    let leaving: Leaving = { rooms: [], units: [], known: [] };
    // Memberships of a later epoch are of somebody who was reactivated and added again meanwhile.
    let before = Number.POSITIVE_INFINITY;
    const more = async (): Promise<readonly Known[]> => {
      leaving = await whatToLeave(deps, userId, before);
      return leaving.known;
    };
    const leave = (at: Writing): void => {
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
    };
    const seen = await changeUser(deps, ctx, {
      userId,
      action: 'user.deactivate',
      facts: (who, target) => ({ ...who, target }),
      apply: (user, at) => {
        const after = deactivate(user);
        if (after !== user) leave(at);
        return after;
      },
      event: 'user.deactivated',
      data: () => ({ memberships: leaving.rooms.length }),
      more,
    });
    // The raised epoch already ended every membership; what was too much for one commit, or slipped in beside it, goes
    // before the answer, so that member lists and counts are true when the answer is.
    before = seen.user.epoch;
    for (;;) {
      await more();
      if (leaving.rooms.length + leaving.units.length === 0) return seen;
      await deps.journal.run({ author: SYSTEM, refs: [], hot: userId, more, decide: leave });
    }
  };
