import { later } from '@strongroom/domain';
import { defineCollection } from './collection.ts';
import type { Job } from './job.ts';

export const RUNNABLE_JOBS = 'runnable';

/** A job stands in the list where it may next be taken: when it is due, or when the lease of who took it ends. */
export const jobs = defineCollection<Job>({
  name: 'jobs',
  id: (job) => job.id,
  position: (job) => later(job.dueAt, job.leasedUntil),
  keys: () => [RUNNABLE_JOBS],
});
