import { EPOCH, type Instant, later, MINUTE, plus } from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS, type Position } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { lastUploadAfter } from '../steps/uploads/upload-life.ts';
import { documentOf, stateOf } from '../store/collection.ts';
import type { Job } from '../store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { stillMine } from './job-lease.ts';

/** Longest pause after a failed try; also longer than a lease, and than any other delay that does not depend on settings. */
export const LONGEST_BACKOFF = 10 * MINUTE;

const AT_ONCE = 100;

type HastenJobsDeps = Pick<Deps, 'documents' | 'clock' | 'blobs' | 'uploadUrlTtl'>;

/** The latest time at which a job can be due, or its lease can end, if a clock that agrees wrote it. */
const latest = (deps: HastenJobsDeps, now: Instant): number =>
  Math.max(now + LONGEST_BACKOFF, lastUploadAfter(deps, now)) + MAX_CLOCK_GAP_MS;

/**
 * Makes jobs due now that a clock which ran ahead made due, postponed or leased: they would wait for as long as that clock was
 * wrong. Every job is harmless to repeat, and asks again for the times that it depends on. A mail goes on to wait for its turn,
 * unless such a clock counted it.
 */
export async function hastenJobs(deps: HastenJobsDeps): Promise<void> {
  const now = deps.clock.now();
  const from = plus(now, latest(deps, now) - now + 1);
  let after: Position | undefined;
  do {
    const page = { limit: AT_ONCE, order: 'oldest', ...(after && { after }) } as const;
    const found = await deps.documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS], from }, page);
    for (const document of found) {
      const known = stateOf(jobs, document);
      const dueAt = turnOf(known, now);
      if (known.dueAt <= dueAt && known.leasedUntil <= dueAt) continue;
      const replace = documentOf(jobs, { ...known, dueAt, leasedUntil: EPOCH }, document.version + 1);
      await stillMine(deps.documents.commit([{ collection: jobs.name, replace }]));
    }
    after = found.length < AT_ONCE ? undefined : found.at(-1);
  } while (after !== undefined);
}

const turnOf = ({ turn }: Job, now: Instant): Instant =>
  turn !== undefined && turn.countedAt <= now + MAX_CLOCK_GAP_MS ? later(turn.at, now) : now;
