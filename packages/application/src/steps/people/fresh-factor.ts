import { type Action, type Decision, isFactorStale, type Target, type User } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';

/**
 * Throws SECOND_FACTOR_TOO_OLD for a session in which a user with a second factor did not prove it within ten minutes. The refusal is
 * recorded like that of a rule.
 */
export function requireFreshFactor(
  { clock }: Pick<Deps, 'clock'>,
  { credential }: SignedIn,
  user: User,
  { action, target }: Readonly<{ action: Action; target: Target }>,
): void {
  const session = user.sessions.find(({ id }) => id === credential.id);
  if (!isFactorStale(user, session, clock.now())) return;
  const code = 'SECOND_FACTOR_TOO_OLD';
  const decision: Decision = { action, reasons: [], effect: 'deny', refusal: code, refusedBy: 'factor-is-fresh' };
  throw new Denied(decision, code, target);
}
