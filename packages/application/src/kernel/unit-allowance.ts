import { takeAllowance } from './allowance.ts';
import type { Deps } from './deps.ts';

/** Maximum number of callers whose rests are remembered. Without its rest a caller pays at most one unit less. */
const REMEMBERED = 10_000;

type Terms = Readonly<{ name: string; unit: number; unitsPerMinute: number }>;

/**
 * Charges a caller for many small things. The store counts whole units, for all processes; each process adds up what is left of
 * them. Throws RATE_LIMIT_EXCEEDED.
 */
export const unitAllowance = (
  deps: Pick<Deps, 'limiter' | 'clock'>,
  { name, unit, unitsPerMinute }: Terms,
): ((caller: string, count: number) => Promise<void>) => {
  const take = takeAllowance(deps, { name, perMinute: unitsPerMinute });
  const rests = new Map<string, number>();
  return async (caller, count) => {
    const sum = (rests.get(caller) ?? 0) + count;
    const units = Math.floor(sum / unit);
    if (rests.size >= REMEMBERED) rests.clear();
    rests.set(caller, sum % unit);
    if (units > 0) await take(caller, Math.min(units, unitsPerMinute));
  };
};
