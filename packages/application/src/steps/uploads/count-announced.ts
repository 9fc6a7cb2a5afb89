import { takeAllowance } from '../../kernel/allowance.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';

/**
 * Counts uploads that are about to be announced, each item of a bulk request as one: the key service wraps a key for each,
 * and has a quota for the whole organisation. Throws RATE_LIMIT_EXCEEDED.
 */
export const countAnnounced = (deps: Pick<Deps, 'limiter' | 'clock' | 'uploadsPerMinute'>) => {
  const take = takeAllowance(deps, { name: 'uploads', perMinute: deps.uploadsPerMinute });
  return ({ credential }: SignedIn, count: number): Promise<void> => take(credential.userId, count);
};
