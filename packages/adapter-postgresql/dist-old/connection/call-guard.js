import { setTimeout as pause } from 'node:timers/promises';
                                                    
import {
               
  backoffMs,
  CallGuard as Guard,
              
  retryWithin,
  systemTimers,
} from '@strongroom/store-kit';
import { isInfrastructureError } from './errors.js';
import { DEADLINE_MS } from './options.js';

/** A guard of calls to PostgreSQL, with the deadline of this adapter. */
export class CallGuard extends Guard {
  constructor(dependency            , outage        ) {
    super({ dependency, outage, deadlineMs: DEADLINE_MS, isInfrastructureError, timers: systemTimers });
  }
}

const BACKOFF = { firstMs: 4, maxMs: 150 };

/** Repeats `ask` until the deadline while the infrastructure fails: a standby takes seconds to become primary. */
export const retryUntilDeadline =    (
  attempt         ,
  ask                  ,
  mayBeRepeated                              = isInfrastructureError,
)             => retryWithin({ attempt, mayBeRepeated, pause: (failures) => pause(backoffMs(failures, BACKOFF)) }, ask);
