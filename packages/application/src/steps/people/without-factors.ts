import { type User, withoutSecondFactor } from '@strongroom/domain';
import { sessionTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

/** The user without second factors and sessions, each of which has its event. */
export function withoutFactors(user: User, uow: Pick<UnitOfWork, 'record'>): User {
  const after = withoutSecondFactor(user);
  if (after === user) return user;
  for (const { id } of user.sessions)
    uow.record({ type: 'session.ended', target: sessionTarget(id), data: { user_id: user.id } });
  return { ...after, sessions: [] };
}
