import type { EventId, JobId } from '@strongroom/domain';
import type { Clock, Ids } from '@strongroom/ports';
import { type NewJob, newJob } from '../jobs/job.ts';
import { events } from '../repositories/events.ts';
import { jobs } from '../repositories/jobs.ts';
import { Draft, type Ledger } from './draft.ts';
import { type Author, type Entry, eventOf } from './entry.ts';

/** A draft that also takes down what happened and what has to follow; all of it is one commit. */
export type Writing = Draft &
  Readonly<{
    record: (entry: Entry, author?: Author) => void;
    schedule: (job: NewJob) => void;
    /** The same reading with a blank sheet that is thrown away: to see what would be decided. */
    aside: () => Writing;
  }>;

type Of = Readonly<{
  /** Its first event has the id that tells whether the commit was stored. */
  call: Readonly<{ author: Author; eventId: EventId }>;
  ports: Readonly<{ clock: Clock; ids: Ids }>;
  onSchedule: () => void;
}>;

/** A sheet for one operation on what was read. */
export function writingOn(ledger: Ledger, { call, ports, onSchedule }: Of): Writing {
  const { ids, clock } = ports;
  let next: EventId | undefined = call.eventId;
  return Object.assign(new Draft(ledger), {
    record(this: Draft, entry: Entry, author: Author = call.author) {
      this.put(events, eventOf(next ?? ids.uuid<EventId>(), clock.now(), author, entry));
      next = undefined;
    },
    schedule(this: Draft, job: NewJob) {
      this.put(jobs, newJob(job, ids.uuid<JobId>(), clock.now()));
      onSchedule();
    },
    aside: () => writingOn(ledger, { call, ports, onSchedule: () => undefined }),
  });
}
