import { DomainError, type Session, type SessionId, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { endSessions, livingSessions } from '../../steps/people/living-sessions.ts';

type OfUser = Readonly<{ userId: UserId }>;

/**
 * Ends one session of another user, as an administrator. Throws USER_NOT_FOUND, INSUFFICIENT_SCOPE, INSUFFICIENT_ROLE,
 * SESSION_NOT_FOUND.
 */
export const endSessionOfUser =
  (deps: UserDeps) =>
  async (ctx: SignedIn, { userId, sessionId }: OfUser & Readonly<{ sessionId: SessionId }>): Promise<SessionId> => {
    const ended = await endThose(deps, ctx, userId, (living) => {
      const named = living.filter(({ id }) => id === sessionId);
      if (named.length === 0) throw new DomainError('SESSION_NOT_FOUND');
      return named;
    });
    return ended[0]?.id ?? sessionId;
  };

/** Ends all sessions of another user. Returns their number. Throws USER_NOT_FOUND, INSUFFICIENT_SCOPE, INSUFFICIENT_ROLE. */
export const endAllSessionsOfUser =
  (deps: UserDeps) =>
  async (ctx: SignedIn, { userId }: OfUser): Promise<Readonly<{ ended: number }>> => {
    const ended = await endThose(deps, ctx, userId, (living) => living);
    return { ended: ended.length };
  };

const endThose = (
  deps: UserDeps,
  ctx: SignedIn,
  userId: UserId,
  chosen: (living: readonly Session[]) => readonly Session[],
): Promise<readonly Session[]> =>
  onUser(deps, ctx, userId, {
    action: 'session.end_of_user',
    serializeOn: userId,
    apply: (uow, { target }) => {
      const ended = chosen(livingSessions(deps, target));
      endSessions(uow, target, ended, { user_id: userId });
      return ended;
    },
  });
