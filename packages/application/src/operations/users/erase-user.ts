import { erase, MINUTE, type OwnerTaken, plus, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { departure, leaveEverything } from '../../steps/people/departure.ts';
import { type ErasedPerson, type ForgetDeps, forgetPerson, sealedPerson } from '../../steps/people/forget-person.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';
import { rememberMails, removedMailsRef } from '../../steps/people/removed-mails.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { userChange } from '../../steps/people/user-change.ts';
import { refTo } from '../../store/collection.ts';
import { mailCounts } from '../../store/mail-counts.ts';
import { notifications } from '../../store/notifications.ts';
import { users } from '../../store/users.ts';

/** Delay of the jobs that complete the erasure if the process dies before its answer, and find what other requests wrote meanwhile. */
const LOOK_AGAIN_AFTER = MINUTE;

/**
 * Erases a user: as a deactivation for good, and their name and address go from everything that the service stores. Again changes
 * nothing. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const eraseUser =
  (deps: UserDeps & ForgetDeps & Pick<Deps, 'mailLimits'>) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    const { loadMore, leave } = departure(deps, userId, { least: 0 });
    let by: OwnerTaken | undefined;
    let person: ErasedPerson | undefined;
    let hasNews = false;
    const seen = await onUser(deps, ctx, userId, {
      action: 'user.erase',
      loadMore: async (snapshot) => {
        const known = snapshot.find(users, userId);
        if (known === undefined) return [];
        const [mails, news] = await deps.documents.read([
          removedMailsRef(deps, known.email),
          refTo(notifications, userId),
        ]);
        hasNews = news !== undefined;
        return [
          ...(await loadMore()),
          ...(mails ? [{ collection: mailCounts.name, document: mails }] : []),
          ...(news ? [{ collection: notifications.name, document: news }] : []),
        ];
      },
      ...userChange(userId, {
        apply: (user, uow) => {
          const now = deps.clock.now();
          const after = erase(user, now);
          if (after === user) return user;
          by = takenBy(uow.get(users, ctx.credential.userId), now);
          person = { userId, name: user.name, email: user.email };
          leave(uow, by);
          forgetUses(deps.clock, uow, user, after);
          rememberMails(deps, uow, user);
          if (hasNews) uow.remove(notifications, userId);
          const dueAt = plus(now, LOOK_AGAIN_AFTER);
          uow.schedule({ kind: 'leave-everything', data: { userId, epoch: after.epoch, by }, dueAt });
          uow.schedule({ kind: 'forget-person', data: { sealed: sealedPerson(deps, person) }, dueAt });
          return after;
        },
        event: 'user.erased',
      }),
    });
    await leaveEverything(deps, userId, { before: seen.user.epoch, by });
    if (person !== undefined) await forgetPerson(deps, person);
    return seen;
  };
