import { type Instant, mailTo, mailToNewPerson, noticeTo, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { users } from '../../store/users.ts';

type MailTurnsDeps = Pick<Deps, 'mailLimits'> &
  Readonly<{
    /** The present of the operation: a clock read twice in it would make a mail of this moment wait. */
    now: Instant;
  }>;

/** Counts a mail to a user, who is stored by the caller, and says when it goes out. */
export const turnOf = (needs: MailTurnsDeps, user: User): Readonly<{ user: User; dueAt: Instant }> =>
  mailTo(user, needs.now, needs.mailLimits);

/** Counts a notice about the security of a user's account. The caller stores the user. */
export const turnOfNotice = (needs: MailTurnsDeps, user: User): Readonly<{ user: User; dueAt: Instant }> =>
  noticeTo(user, needs.now, needs.mailLimits);

/** The turn of a sender for a mail to a person who was never active. `take` counts it, if there is such a mail. */
export function turnOfSender(
  needs: MailTurnsDeps,
  uow: UnitOfWork,
  id: UserId,
): Readonly<{ dueAt: Instant; take: () => void }> {
  const { sender, dueAt } = mailToNewPerson(uow.get(users, id), needs.now, needs.mailLimits);
  return { dueAt, take: () => uow.put(users, sender) };
}
