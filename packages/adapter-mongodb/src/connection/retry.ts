import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@strongroom/ports';
import type { Attempt } from './call-guard.ts';
import { isInfrastructureError } from './mongo-errors.ts';

const BACKOFF = { firstMs: 4, maxMs: 150 };

export const backoff = (failures: number): Promise<void> => pause(backoffMs(failures, BACKOFF));

/**
 * Repeats `ask` until the deadline while the infrastructure fails: the election of a primary takes seconds. For calls that
 * may be repeated. Throws the last error.
 */
export async function retryUntilDeadline<T>(
  attempt: Attempt,
  ask: () => Promise<T>,
  mayBeRepeated: (error: unknown) => boolean = isInfrastructureError,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!mayBeRepeated(error) || attempt.isOver()) throw error;
      await backoff(failures);
      if (attempt.isOver()) throw error;
    }
  }
}
