import { endSession, isSessionOver, type Session, type User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { users } from '../../store/users.ts';

/** Sessions of a user that have not ended. */
export const livingSessions = ({ clock }: Pick<Deps, 'clock'>, user: User): readonly Session[] =>
  user.sessions.filter((session) => !isSessionOver(session, clock.now()));

/** Ends sessions of a user, each with its event. `user_id` is in the events of sessions that another user ends. */
export function endSessions(
  uow: UnitOfWork,
  user: User,
  sessions: readonly Session[],
  data?: Readonly<{ user_id: string }>,
): void {
  if (sessions.length === 0) return;
  uow.put(
    users,
    sessions.reduce((rest, { id }) => endSession(rest, id), user),
  );
  for (const { id } of sessions)
    uow.record({ type: 'session.ended', target: sessionTarget(id), ...(data !== undefined && { data }) });
}
