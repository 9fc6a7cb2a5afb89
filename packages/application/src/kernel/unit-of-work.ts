import type { EventId, JobId } from '@strongroom/domain';
import type { Clock, Ids } from '@strongroom/ports';
import { events } from '../store/events.ts';
import { type NewJob, newJob } from '../store/job.ts';
import { jobs } from '../store/jobs.ts';
import { type Author, type Entry, eventOf } from './audit-entry.ts';
import { Changes, type IdentityMap } from './identity-map.ts';

/** A draft that also takes down what happened and what has to follow; all of it is one commit. */
export type UnitOfWork = Changes &
  Readonly<{
    record: (entry: Entry, author?: Author) => void;
    schedule: (job: NewJob) => void;
    /** The same reading with a blank sheet that is thrown away: to see what would be decided. */
    aside: () => UnitOfWork;
  }>;

type Of = Readonly<{
  /** Its first event has the id that tells whether the commit was stored. */
  call: Readonly<{ author: Author; eventId: EventId }>;
  ports: Readonly<{ clock: Clock; ids: Ids }>;
  onSchedule: () => void;
}>;

/** A sheet for one operation on what was read. */
export function unitOfWork(identityMap: IdentityMap, { call, ports, onSchedule }: Of): UnitOfWork {
  const { ids, clock } = ports;
  let next: EventId | undefined = call.eventId;
  return Object.assign(new Changes(identityMap), {
    record(this: Changes, entry: Entry, author: Author = call.author) {
      this.put(events, eventOf(next ?? ids.uuid<EventId>(), clock.now(), author, entry));
      next = undefined;
    },
    schedule(this: Changes, job: NewJob) {
      this.put(jobs, newJob(job, ids.uuid<JobId>(), clock.now()));
      onSchedule();
    },
    aside: () => unitOfWork(identityMap, { call, ports, onSchedule: () => undefined }),
  });
}
