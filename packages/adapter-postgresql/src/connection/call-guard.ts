import { setTimeout as pause } from 'node:timers/promises';
import type { Dependency } from '@strongroom/ports';
import {
  type Attempt,
  backoffMs,
  CallGuard as Guard,
  type Outage,
  retryWithin,
  systemTimers,
} from '@strongroom/store-kit';
import { isInfrastructureError, isWriteRefusal } from './errors.ts';
import { DEADLINE_MS } from './options.ts';

/** A guard of calls to PostgreSQL, with the deadline of this adapter. */
export class CallGuard extends Guard {
  constructor(dependency: Dependency, outage: Outage) {
    super({ dependency, outage, deadlineMs: DEADLINE_MS, isInfrastructureError, isWriteRefusal, timers: systemTimers });
  }
}

const BACKOFF = { firstMs: 4, maxMs: 150 };

/** Repeats `ask` until the deadline while the infrastructure fails: a standby takes seconds to become primary. */
export const retryUntilDeadline = <T>(
  attempt: Attempt,
  ask: () => Promise<T>,
  mayBeRepeated: (error: unknown) => boolean = isInfrastructureError,
): Promise<T> => retryWithin({ attempt, mayBeRepeated, pause: (failures) => pause(backoffMs(failures, BACKOFF)) }, ask);
