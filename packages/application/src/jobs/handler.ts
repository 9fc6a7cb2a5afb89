import type { Instant } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import type { JobData, JobKind } from '../store/job.ts';

/** Holds a job for this process. `renew` throws when another process has taken it over. */
export type Lease = Readonly<{ renew: () => Promise<void> }>;

/**
 * Runs jobs of one kind. It may be interrupted anywhere, so every step is idempotent. Returns the time of the next run,
 * or nothing when the job is done.
 */
export type Handler<K extends JobKind> = (
  deps: Deps,
  data: Readonly<JobData[K]>,
  lease: Lease,
) => Promise<Instant | undefined>;
