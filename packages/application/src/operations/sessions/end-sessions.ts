import { DomainError, endSession, isSessionOver, type Session, type SessionId, type User } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sessionTarget, userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { users } from '../../store/users.ts';

/** Ends one session of the caller, perhaps that of the request. Throws INSUFFICIENT_SCOPE, SESSION_NOT_FOUND. */
export const endOneSession =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { sessionId }: Readonly<{ sessionId: SessionId }>): Promise<Readonly<{ id: SessionId }>> =>
    asCaller(deps, ctx, sessionTarget(sessionId), {
      action: 'session.end_own',
      serializeOn: ctx.credential.userId,
      apply: (uow, { user }) => {
        const living = livingOf(deps, user).filter(({ id }) => id === sessionId);
        if (living.length === 0) throw new DomainError('SESSION_NOT_FOUND');
        end(uow, user, living);
        return { id: sessionId };
      },
    });

/** Ends every session of the caller but that of the request. Returns their number. Throws INSUFFICIENT_SCOPE. */
export const endOtherSessions =
  (deps: OperationDeps) =>
  (ctx: SignedIn): Promise<Readonly<{ ended: number }>> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'session.end_own',
      serializeOn: ctx.credential.userId,
      apply: (uow, { user }) => {
        const others = livingOf(deps, user).filter(({ id }) => id !== ctx.credential.id);
        end(uow, user, others);
        return { ended: others.length };
      },
    });

const livingOf = ({ clock }: OperationDeps, user: User): readonly Session[] =>
  user.sessions.filter((session) => !isSessionOver(session, clock.now()));

function end(uow: UnitOfWork, user: User, sessions: readonly Session[]): void {
  if (sessions.length === 0) return;
  uow.put(
    users,
    sessions.reduce((rest, { id }) => endSession(rest, id), user),
  );
  for (const { id } of sessions) uow.record({ type: 'session.ended', target: sessionTarget(id) });
}
