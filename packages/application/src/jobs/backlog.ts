import { type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { stateOf } from '../store/collection.ts';
import { files, PENDING_FILES } from '../store/files.ts';
import { isMail, type Job } from '../store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { LONGEST_BACKOFF } from './hasten-jobs.ts';

/** Jobs that one look reads at most: its cost does not grow with the backlog. */
export const MAX_JOBS = 1000;
/** Pending uploads that one look counts at most. */
export const MAX_UPLOADS = 10_000;

/** Due jobs that are not done, and the seconds since the oldest of them was due. */
type Waiting = Readonly<{ waiting: number; oldestSeconds: number }>;

/** Work that is due and not done, up to the limits above. */
export type Backlog = Readonly<{
  mail: Waiting;
  /** Every other job. */
  rest: Waiting;
  /** Deleted rooms whose key or objects are not destroyed yet. */
  roomsToDestroy: number;
  /** Announced uploads that are neither confirmed nor swept. */
  pendingUploads: number;
}>;

/** Throws Unavailable. */
export async function backlogOf({ documents, clock }: Pick<Deps, 'documents' | 'clock'>): Promise<Backlog> {
  const now = clock.now();
  // A job that fails is listed at its next try, one that runs at the end of its lease.
  const until = plus(now, LONGEST_BACKOFF + MINUTE);
  const [listed, pendingUploads] = await Promise.all([
    documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS], until }, { limit: MAX_JOBS, order: 'oldest' }),
    documents.count(files.name, { anyOf: [PENDING_FILES] }, MAX_UPLOADS),
  ]);
  const due = listed.map((document) => stateOf(jobs, document)).filter((job) => firstDue(job) <= now);
  return {
    mail: waiting(
      due.filter(({ kind }) => isMail(kind)),
      now,
    ),
    rest: waiting(
      due.filter(({ kind }) => !isMail(kind)),
      now,
    ),
    roomsToDestroy: due.filter(({ kind }) => kind === 'destroy-room').length,
    pendingUploads,
  };
}

const firstDue = (job: Job): Instant => job.failingSince ?? job.dueAt;

const waiting = (found: readonly Job[], now: Instant): Waiting => ({
  waiting: found.length,
  oldestSeconds: found.reduce((most, job) => Math.max(most, now - firstDue(job)), 0) / SECOND,
});
