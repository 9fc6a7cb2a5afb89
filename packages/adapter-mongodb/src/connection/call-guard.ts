import type { Dependency } from '@strongroom/ports';
import { type Attempt, CallGuard as Guard, type Outage, systemTimers } from '@strongroom/store-kit';
import { isInfrastructureError, isWriteRefusal } from './mongo-errors.ts';
import { DEADLINE_MS, SERVER_MS } from './options.ts';

export type { Attempt } from '@strongroom/store-kit';

/** Maximum time for the server to run a command: later the connection is closed and the answer would be lost. */
export const serverTime = (attempt: Pick<Attempt, 'left'>): number => Math.min(attempt.left(), SERVER_MS);

/** The deadline of the call that waits longest, for a command that several calls share. */
export const longestOf = (calls: readonly Readonly<{ attempt: Attempt }>[]): Pick<Attempt, 'left'> => ({
  left: () => Math.max(...calls.map(({ attempt }) => attempt.left())),
});

/** A guard of calls to MongoDB, with the deadline of this adapter. */
export class CallGuard extends Guard {
  constructor(dependency: Dependency, outage: Outage) {
    super({ dependency, outage, deadlineMs: DEADLINE_MS, isInfrastructureError, isWriteRefusal, timers: systemTimers });
  }
}
