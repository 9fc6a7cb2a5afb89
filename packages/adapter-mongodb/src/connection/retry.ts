import { setTimeout as pause } from 'node:timers/promises';
import { type Attempt, backoffMs, retryWithin } from '@strongroom/store-kit';
import { isInfrastructureError } from './mongo-errors.ts';

const BACKOFF = { firstMs: 4, maxMs: 150 };

export const backoff = (failures: number): Promise<void> => pause(backoffMs(failures, BACKOFF));

/**
 * Repeats `ask` until the deadline while the infrastructure fails: the election of a primary takes seconds. For calls that
 * may be repeated. Throws the last error.
 */
export const retryUntilDeadline = <T>(
  attempt: Attempt,
  ask: () => Promise<T>,
  mayBeRepeated: (error: unknown) => boolean = isInfrastructureError,
): Promise<T> => retryWithin({ attempt, mayBeRepeated, pause: backoff }, ask);
