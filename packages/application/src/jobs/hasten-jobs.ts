import { EPOCH, type Instant, MINUTE, plus } from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { lastUploadAfter } from '../steps/uploads/upload-life.ts';
import { documentOf, stateOf } from '../store/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { stillMine } from './job-lease.ts';

/** Longest pause after a failed try; also longer than a lease, and than any other delay that does not depend on settings. */
export const LONGEST_BACKOFF = 10 * MINUTE;

const AT_ONCE = 100;

type Needs = Pick<Deps, 'documents' | 'clock' | 'blobs' | 'uploadUrlTtl'>;

/** The latest time at which a job can be due, or its lease can end, if a clock that agrees wrote it. */
const latest = (deps: Needs, now: Instant): number =>
  Math.max(now + LONGEST_BACKOFF, lastUploadAfter(deps, now)) + MAX_CLOCK_GAP_MS;

/**
 * Makes jobs due now that a clock which ran ahead made due, postponed or leased: they would wait for as long as that clock was
 * wrong. Every job is harmless to repeat, and asks again for the times that it depends on.
 */
export async function hastenJobs(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  const from = plus(now, latest(deps, now) - now + 1);
  const found = await deps.documents.list(
    jobs.name,
    { anyOf: [RUNNABLE_JOBS], from },
    { limit: AT_ONCE, order: 'oldest' },
  );
  for (const document of found) {
    const job = { ...stateOf(jobs, document), dueAt: now, leasedUntil: EPOCH };
    const replace = documentOf(jobs, job, document.version + 1);
    await stillMine(deps.documents.commit([{ collection: jobs.name, replace }]));
  }
}
