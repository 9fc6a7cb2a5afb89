import { MINUTE, type OwnerTaken, plus, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { mailCounts } from '../../store/mail-counts.ts';
import { users } from '../../store/users.ts';
import { departUser, leaveEverything } from './departure.ts';
import { rememberMails, removedMailsRef } from './removed-mails.ts';

/** Delay of the job that ends the remaining memberships if the process dies before its answer. */
const LOOK_AGAIN_AFTER = MINUTE;

/**
 * Removes a user who never accepted, with their memberships: nothing is left to renew, and their address is free again.
 * `loadMore` finds what `remove` writes; `finish`, after the commit, ends memberships that were too many for it.
 */
export function removeInvitedUser(
  deps: Pick<Deps, 'documents' | 'clock' | 'secrets' | 'mailLimits' | 'runner'>,
  userId: UserId,
) {
  // As in a deactivation, concurrent changes of rooms must not prevent it.
  const { loadMore, leave } = departUser(deps, userId, { least: 0 });
  let removed: Readonly<{ before: number; by: OwnerTaken | undefined }> | undefined;
  return {
    loadMore: async (snapshot: Snapshot): Promise<readonly ListedDocument[]> => {
      removed = undefined;
      const known = snapshot.find(users, userId);
      const mails = known && removedMailsRef(deps, known.email);
      const [stored] = mails ? await deps.documents.read([mails]) : [];
      return [...(await loadMore()), ...(stored ? [{ collection: mailCounts.name, document: stored }] : [])];
    },
    /** `by`: the user who removes them, recorded in the rooms they owned. */
    remove: (uow: UnitOfWork, user: User, by?: OwnerTaken): void => {
      const before = user.epoch + 1;
      removed = { before, by };
      leave(uow, by);
      rememberMails(deps, uow, user);
      uow.remove(users, userId);
      uow.record({ type: 'user.removed', target: userTarget(userId) });
      uow.schedule({
        kind: 'leave-everything',
        data: { userId, epoch: before, ...(by && { by }) },
        dueAt: plus(deps.clock.now(), LOOK_AGAIN_AFTER),
      });
    },
    isRemoved: (): boolean => removed !== undefined,
    finish: async (): Promise<void> => {
      if (removed !== undefined) await leaveEverything(deps, userId, removed);
    },
  };
}
