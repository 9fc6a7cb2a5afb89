import { type Instant, mailTo, mailToNewPerson, noticeTo, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { users } from '../../store/users.ts';

type Needs = Pick<Deps, 'clock' | 'mailLimits'>;

/** Counts a mail to a user, who is stored by the caller, and says when it goes out. */
export const turnOf = (deps: Needs, user: User): Readonly<{ user: User; dueAt: Instant }> =>
  mailTo(user, deps.clock.now(), deps.mailLimits);

/** Counts a notice about the security of a user's account. The caller stores the user. */
export const turnOfNotice = (deps: Needs, user: User): Readonly<{ user: User; dueAt: Instant }> =>
  noticeTo(user, deps.clock.now(), deps.mailLimits);

/** The turn of a sender for a mail to a person who was never active. `take` counts it, if there is such a mail. */
export function turnOfSender(deps: Needs, uow: UnitOfWork, id: UserId): Readonly<{ dueAt: Instant; take: () => void }> {
  const { sender, dueAt } = mailToNewPerson(uow.get(users, id), deps.clock.now(), deps.mailLimits);
  return { dueAt, take: () => uow.put(users, sender) };
}
