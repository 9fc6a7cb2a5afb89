import type { EventId, JobId, NewEvent } from '@strongroom/domain';
import type { Clock, Ids } from '@strongroom/ports';
import type { Collection } from '../store/collection.ts';
import { type NewJob, newJob } from '../store/job.ts';
import { jobs } from '../store/jobs.ts';
import { type AuditEntry, type Author, eventOf } from './audit-entry.ts';
import { ByPlace } from './by-place.ts';
import type { IdentityMap, Snapshot } from './identity-map.ts';

type Named = Pick<Collection<never>, 'name'>;
type Change = Readonly<{ collection: Collection<never>; id: string; state: unknown }>;

type Context = Readonly<{
  author: Author;
  /** Id of the first event. It is part of the commit, so it shows later whether the commit was stored. */
  eventId: EventId;
  clock: Clock;
  ids: Ids;
  /** Called for each job the operation leaves behind. */
  onSchedule: () => void;
}>;

/** The reads and writes of one operation. Its changes, events and jobs become one commit. */
export class UnitOfWork implements Snapshot {
  readonly #identityMap: IdentityMap;
  readonly #context: Context;
  readonly #changes = new ByPlace<Change>();
  readonly #events: NewEvent[] = [];
  readonly #expected: Readonly<{ collection: Named; id: string }>[] = [];
  #nextEventId: EventId | undefined;

  constructor(identityMap: IdentityMap, context: Context) {
    this.#identityMap = identityMap;
    this.#context = context;
    this.#nextEventId = context.eventId;
  }

  find<S>(collection: Collection<S>, id: string): S | undefined {
    const change = this.#changes.get(collection.name, id);
    return change ? (change.state as S | undefined) : this.#identityMap.find(collection, id);
  }

  /** A document that the policy required to exist. Throws TypeError if it does not. */
  get<S>(collection: Collection<S>, id: string): S {
    const state = this.find(collection, id);
    if (state === undefined) throw new TypeError(`no document in ${collection.name} where the policy required one`);
    return state;
  }

  findBy<S>(collection: Collection<S>, uniqueKey: string): S | undefined {
    return this.#identityMap.findBy(collection, uniqueKey);
  }

  /** The documents of a collection that earlier operations of the same commit have written. */
  written<S>(collection: Collection<S>): readonly S[] {
    return this.#identityMap.written(collection);
  }

  /** Inserts the state, or replaces the document read under its id. */
  put<S>(collection: Collection<S>, state: S): void {
    this.#change({ collection, id: collection.id(state), state });
  }

  remove<S>(collection: Collection<S>, id: string): void {
    this.#change({ collection, id, state: undefined });
  }

  /**
   * Names a document that the decision rests on and does not change: the commit conflicts if it was replaced or removed
   * since it was read. Without a change or an event there is no commit, and nothing is expected.
   */
  expect(collection: Named, id: string): void {
    this.#expected.push({ collection, id });
  }

  /** True if it changes a document, beside what it records. */
  get isChange(): boolean {
    return this.#changes.entries.length > 0;
  }

  /** Adds an audit event to the commit, and returns its id. */
  record(entry: AuditEntry, author: Author = this.#context.author): EventId {
    const { ids, clock } = this.#context;
    const id = this.#nextEventId ?? ids.timed<EventId>(clock.now());
    this.recordAs(eventOf(id, clock.now(), author, entry));
    this.#nextEventId = undefined;
    return id;
  }

  /** Adds an event that is complete. */
  recordAs(event: NewEvent): void {
    this.#events.push(event);
  }

  /** Adds a job to the commit. */
  schedule(job: NewJob): void {
    const { ids, clock, onSchedule } = this.#context;
    this.put(jobs, newJob(job, ids.uuid<JobId>(), clock.now()));
    onSchedule();
  }

  /** A unit of work over the same documents that is discarded, to find out what an operation would decide. */
  aside(): UnitOfWork {
    return new UnitOfWork(this.#identityMap, { ...this.#context, onSchedule: () => undefined });
  }

  /** Passes the changes to the identity map, where later operations of the same commit see them. */
  accept(): void {
    for (const { value } of this.#changes.entries) this.#identityMap.put(value);
    this.#identityMap.record(this.#events);
    if (this.isChange || this.#events.length > 0)
      for (const { collection, id } of this.#expected) this.#identityMap.expect(collection, id);
  }

  #change(change: Change): void {
    this.#changes.set(change.collection.name, change.id, change);
  }
}
