import { type User, unlinkIdentity } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { turnOfNotice } from './mail-turns.ts';

/** `keep`: a session that is kept, although it began with that person. */
type By = Readonly<{ isOneself: boolean; keep?: string | undefined }>;

/**
 * The user without their person of the identity provider: the sessions that began with it end, each with its event, and a mail
 * tells them. The same user where there was no such person. The caller stores and records the user.
 */
export function withoutKeyPerson(
  deps: Pick<Deps, 'ids' | 'clock' | 'mailLimits'>,
  uow: UnitOfWork,
  user: User,
  { isOneself, keep }: By,
): User {
  const after = unlinkIdentity(user, keep);
  if (after === user) return user;
  const data = isOneself ? {} : { data: { user_id: user.id } };
  for (const session of user.sessions)
    if (!after.sessions.includes(session))
      uow.record({ type: 'session.ended', target: sessionTarget(session.id), ...data });
  const { user: counted, dueAt } = turnOfNotice({ ...deps, now: deps.clock.now() }, after);
  const mail = { userId: user.id, mailId: deps.ids.uuid(), isOneself };
  uow.schedule({ kind: 'mail-identity-unlinked', data: mail, dueAt });
  return counted;
}
