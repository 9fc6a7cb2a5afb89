import type { Instant } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import type { JobData, JobKind } from '../store/job.ts';

/** Holds a job for this process. `renew` throws when somebody else has taken it over. */
export type Lease = Readonly<{ renew: () => Promise<void> }>;

/** Does the work of one kind. It may be broken off anywhere and begun again: every step is harmless to repeat. Returns when to come again, or nothing when done. */
export type Handler<K extends JobKind> = (
  deps: Deps,
  data: Readonly<JobData[K]>,
  lease: Lease,
) => Promise<Instant | undefined>;
