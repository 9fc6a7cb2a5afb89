import { deactivate, dropMember, isThere, type RoomId, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Known } from '../../kernel/draft.ts';
import { SYSTEM } from '../../kernel/entry.ts';
import type { Writing } from '../../kernel/journal.ts';
import { memberships, membershipsOfUser, rooms } from '../../repositories/rooms.ts';
import { changeUser } from './change-user.ts';

type Needs = Pick<Deps, 'journal' | 'documents' | 'clock' | 'classification'>;
type Leaving = Readonly<{ id: string; roomId: RoomId }>;

/** How many memberships go in one commit. */
const AT_ONCE = 500;
const REFS_IN_ONE_READ = 200;

/**
 * Deactivates a user: every credential fails from the next request on, every membership is gone. Again changes nothing.
 * Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const deactivateUser =
  (deps: Needs) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    let leaving: readonly Leaving[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const known = await membershipsWithRooms(deps, userId);
      leaving = known.flatMap(({ collection, document }) =>
        collection === memberships.name ? [leavingOf(document)] : [],
      );
      return known;
    };
    const leave = (at: Writing): void => {
      for (const { id, roomId } of leaving) {
        const room = at.find(rooms, roomId);
        if (isThere(room)) at.put(rooms, dropMember(room, userId));
        at.remove(memberships, id);
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
      data: () => ({ memberships: leaving.length }),
      more,
    });
    // The raised epoch already ended every membership; what was too much for one commit, or slipped in beside it, goes
    // before the answer, so that member lists and counts are true when the answer is.
    while ((await more()).length > 0)
      await deps.journal.run({ author: SYSTEM, refs: [], hot: userId, more, decide: leave });
    return seen;
  };

const leavingOf = (document: Known['document']): Leaving => {
  const membership = stateOf(memberships, document);
  return { id: document.id, roomId: membership.roomId };
};

async function membershipsWithRooms(deps: Needs, userId: UserId): Promise<readonly Known[]> {
  const found = await deps.documents.list(
    memberships.name,
    { anyOf: [membershipsOfUser(userId)] },
    { limit: AT_ONCE, order: 'oldest' },
  );
  const refs = found.map((document) => refTo(rooms, leavingOf(document).roomId));
  const known: Known[] = found.map((document) => ({ collection: memberships.name, document }));
  for (let start = 0; start < refs.length; start += REFS_IN_ONE_READ)
    for (const document of await deps.documents.read(refs.slice(start, start + REFS_IN_ONE_READ)))
      if (document) known.push({ collection: rooms.name, document });
  return known;
}
