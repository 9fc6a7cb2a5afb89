import { DomainError, type SessionId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sessionTarget, userTarget } from '../../kernel/targets.ts';
import { endSessions, livingSessions } from '../../steps/people/living-sessions.ts';

/** Ends one session of the caller, perhaps that of the request. Throws INSUFFICIENT_SCOPE, SESSION_NOT_FOUND. */
export const endOneSession =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { sessionId }: Readonly<{ sessionId: SessionId }>): Promise<Readonly<{ id: SessionId }>> =>
    asCaller(deps, ctx, sessionTarget(sessionId), {
      action: 'session.end_own',
      serializeOn: ctx.credential.userId,
      apply: (uow, { user }) => {
        const living = livingSessions(deps, user).filter(({ id }) => id === sessionId);
        if (living.length === 0) throw new DomainError('SESSION_NOT_FOUND');
        endSessions(uow, user, living);
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
        const others = livingSessions(deps, user).filter(({ id }) => id !== ctx.credential.id);
        endSessions(uow, user, others);
        return { ended: others.length };
      },
    });
