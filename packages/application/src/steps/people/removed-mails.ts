import { type Email, endOfMails, type User } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { mailCounts } from '../../store/mail-counts.ts';

type RemovedMailsDeps = Pick<Deps, 'secrets' | 'mailLimits'>;

const idOf = ({ secrets }: Pick<Deps, 'secrets'>, email: Email) => secrets.hash(`mails to ${email}`);

/** The count of mails to an address that had a user. */
export const removedMailsRef = (deps: Pick<Deps, 'secrets'>, email: Email): Ref => refTo(mailCounts, idOf(deps, email));

/** Remembers the mails of a user who is removed: the address may be invited again. `removedMailsRef` must have been read. */
export function rememberMails(deps: RemovedMailsDeps, uow: UnitOfWork, { email, mails }: User): void {
  if (mails === undefined) return;
  uow.put(mailCounts, { id: idOf(deps, email), count: mails, endsAt: endOfMails(mails, deps.mailLimits) });
}

/** A new user with the mails that went to their address before. */
export function withRemovedMails(deps: Pick<Deps, 'secrets'>, snapshot: Snapshot, user: User): User {
  const removed = snapshot.find(mailCounts, idOf(deps, user.email));
  return removed === undefined ? user : { ...user, mails: removed.count };
}
