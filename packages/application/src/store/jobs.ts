import { later } from '@strongroom/domain';
import { defineCollection } from './collection.ts';
import type { Job } from './job.ts';

export const RUNNABLE_JOBS = 'runnable';

/** A job is listed at the time it may run next: when it is due, or when its lease ends. */
export const jobs = defineCollection<Job>({
  name: 'jobs',
  id: (job) => job.id,
  position: (job) => later(job.dueAt, job.leasedUntil),
  keys: () => [RUNNABLE_JOBS],
});
