import { type Instant, plus, SECOND } from '@strongroom/domain';
import { type StoredDocument, VersionConflict } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { Deps } from '../kernel/deps.ts';
import { stateOf } from '../store/collection.ts';
import type { Job, JobKind } from '../store/job.ts';
import { jobs } from '../store/jobs.ts';
import type { Handler, Lease } from './handler.ts';
import { HANDLERS } from './handlers.ts';
import { LONGEST_BACKOFF } from './hasten-jobs.ts';
import { JobLease, stillMine } from './job-lease.ts';

/**
 * Leases a job, runs it, and removes or postpones it. A failed job is logged and retried, later each time. Returns
 * false if another process holds the job. Throws Unavailable.
 */
export async function doJob(deps: Deps, document: StoredDocument, isStopping: () => boolean): Promise<boolean> {
  const job = stateOf(jobs, document);
  const held = new JobLease(deps, job, document.version);
  if (!(await stillMine(held.renew()))) return false;
  try {
    const again = await perform(deps, job, untilStopped(held, isStopping));
    return await stillMine(again === undefined ? held.finish() : held.postpone(again, 0));
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    if (error instanceof Stopping) return stillMine(held.postpone(job.dueAt, job.attempts));
    const fields = { job: job.id, kind: job.kind, attempts: job.attempts + 1 };
    logError(deps.log, 'warn', 'a job failed and will be tried again', error, fields);
    const delay = Math.min(SECOND * 2 ** job.attempts, LONGEST_BACKOFF);
    return stillMine(held.postpone(plus(deps.clock.now(), delay), job.attempts + 1));
  }
}

/** The lease as handlers see it. `renew` may be passed on without its object. */
const untilStopped = (held: JobLease, isStopping: () => boolean): Lease => ({
  renew: async () => {
    if (isStopping()) throw new Stopping();
    await held.renew();
  },
});

/** Thrown when this process stops: a long job ends early, and the next process need not wait for its lease. */
class Stopping extends Error {
  override readonly name = 'Stopping';
}

const perform = <K extends JobKind>(deps: Deps, job: Job<K>, lease: Lease): Promise<Instant | undefined> => {
  const handler: Handler<K> = HANDLERS[job.kind];
  return handler(deps, job.data, lease);
};
