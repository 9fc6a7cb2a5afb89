import type { UserId } from '@strongroom/domain';
import { allowance } from './allowance.ts';
import type { Deps } from './deps.ts';

/** Documents that one unit of the allowance pays for. */
const UNIT = 500;
/** 100 000 documents. */
const UNITS_PER_MINUTE = 200;
/** Maximum number of users whose rests are remembered. Without its rest a user pays at most one unit less. */
const REMEMBERED = 10_000;

/**
 * Charges a user for documents that a request looks through beyond those that it answers. The store counts whole units, for
 * all processes; each process adds up what is left of them. Throws RATE_LIMIT_EXCEEDED: call it before the documents are read.
 */
export const readingAllowance = (deps: Pick<Deps, 'limiter' | 'clock'>) => {
  const take = allowance(deps, { name: 'reads', perMinute: UNITS_PER_MINUTE });
  const rests = new Map<UserId, number>();
  return async (userId: UserId, documents: number): Promise<void> => {
    const sum = (rests.get(userId) ?? 0) + documents;
    const units = Math.floor(sum / UNIT);
    if (rests.size >= REMEMBERED) rests.clear();
    rests.set(userId, sum % UNIT);
    if (units > 0) await take(userId, Math.min(units, UNITS_PER_MINUTE));
  };
};
