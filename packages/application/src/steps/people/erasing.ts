import { type Email, eraseUser, MINUTE, type OwnerTaken, plus, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { mailCounts } from '../../store/mail-counts.ts';
import { notifications } from '../../store/notifications.ts';
import { users } from '../../store/users.ts';
import { departUser, leaveEverything } from './departure.ts';
import { type ErasedPerson, type ForgetDeps, forgetPerson, sealedPerson } from './forget-person.ts';
import { forgetUses } from './forget-uses.ts';
import { rememberMails, removedMailsRef } from './removed-mails.ts';

export type ErasingDeps = ForgetDeps & Pick<Deps, 'mailLimits'>;

/** Delay of the jobs that complete the erasure if the process dies before its answer, and find what other requests wrote meanwhile. */
const LOOK_AGAIN_AFTER = MINUTE;

const otherEmailsOf = ({ formerEmails = [], emailChange }: User): readonly Email[] => [
  ...formerEmails,
  ...(emailChange ? [emailChange.to] : []),
];

/** Parts of the erasure of a user: `loadMore` reads, `erase` writes in the same commit, `finish` does what needs further commits. */
export function eraseInSlices(deps: ErasingDeps, userId: UserId) {
  const { loadMore, leave } = departUser(deps, userId, { least: 0 });
  let owner: OwnerTaken | undefined;
  let person: ErasedPerson | undefined;
  let hasNews = false;
  return {
    loadMore: async (snapshot: Snapshot): Promise<readonly ListedDocument[]> => {
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
    /** `by`: the user who erases, recorded in the rooms they owned. Returns the same user where they were erased before. */
    erase: (uow: UnitOfWork, user: User, by: OwnerTaken | undefined): User => {
      const now = deps.clock.now();
      const after = eraseUser(user, now);
      if (after === user) return user;
      owner = by;
      person = { userId, name: user.name, email: user.email, otherEmails: otherEmailsOf(user) };
      leave(uow, by);
      forgetUses(deps.clock, uow, user, after);
      rememberMails(deps, uow, user);
      if (hasNews) uow.remove(notifications, userId);
      const dueAt = plus(now, LOOK_AGAIN_AFTER);
      uow.schedule({
        kind: 'leave-everything',
        data: { userId, epoch: after.epoch, ...(by && { by }) },
        dueAt,
      });
      uow.schedule({ kind: 'forget-person', data: { sealed: sealedPerson(deps, person) }, dueAt });
      return after;
    },
    /** May be interrupted anywhere: the jobs do the rest. */
    finish: async (epoch: number): Promise<void> => {
      await leaveEverything(deps, userId, { before: epoch, by: owner });
      if (person !== undefined) await forgetPerson(deps, person);
    },
  };
}
