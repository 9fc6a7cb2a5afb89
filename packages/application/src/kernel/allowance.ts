import { DomainError, MINUTE, SECOND } from '@strongroom/domain';
import type { Deps } from './deps.ts';

/** Takes `count` from the allowance of one minute that a caller has, or nothing. Throws RATE_LIMIT_EXCEEDED. */
export const takeAllowance =
  (deps: Pick<Deps, 'limiter' | 'clock'>, { name, perMinute }: Readonly<{ name: string; perMinute: number }>) =>
  async (caller: string, count = 1): Promise<void> => {
    const bucket = `${name}:${caller}`;
    const window = { limit: perMinute, milliseconds: MINUTE };
    const now = deps.clock.now();
    const standings = await Promise.all(Array.from({ length: count }, () => deps.limiter.take(bucket, window, now)));
    const refused = standings.find(({ allowed }) => !allowed);
    if (refused === undefined) return;
    const taken = standings.filter(({ allowed }) => allowed);
    await Promise.all(taken.map(() => deps.limiter.giveBack(bucket, window, now)));
    throw new DomainError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((refused.resetAt - now) / SECOND) });
  };
