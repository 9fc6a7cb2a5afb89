import { type Action, DomainError, type User } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userTarget } from '../../kernel/targets.ts';
import { credentialFacts } from './credential-facts.ts';
import { requireFreshFactor } from './fresh-factor.ts';

/**
 * Throws SECOND_FACTOR_TOO_OLD for a session without a fresh proof of its user's second factor. A user without one needs a session of
 * the last ten minutes: throws SESSION_TOO_OLD for any other credential.
 */
export function requireRecentSession(deps: Pick<Deps, 'clock'>, ctx: SignedIn, user: User, action: Action): void {
  requireFreshFactor(deps, ctx, user, { action, target: userTarget(user.id) });
  const { kind, isRecent } = credentialFacts(deps, ctx, user).credential;
  if (isRecent || (kind === 'session' && user.secondFactor !== undefined)) return;
  throw new DomainError('SESSION_TOO_OLD');
}
