import type { EventId, JobId } from '@strongroom/domain';
import {
  type Clock,
  type DocumentStore,
  DuplicateKey,
  type Ids,
  type Ref,
  Unavailable,
  VersionConflict,
} from '@strongroom/ports';
import { type NewJob, newJob } from '../jobs/job.ts';
import { events } from '../repositories/events.ts';
import { jobs } from '../repositories/jobs.ts';
import { refTo } from './collection.ts';
import { Denied } from './denied.ts';
import { Draft, type Known, Ledger } from './draft.ts';
import { type Author, denialOf, type Entry, eventOf } from './entry.ts';
import { HotQueue } from './hot-queue.ts';

/** A draft that also takes down what happened and what has to follow; all of it is one commit. */
export type Writing = Draft &
  Readonly<{
    record: (entry: Entry, author?: Author) => void;
    schedule: (job: NewJob) => void;
    /** The same reading with a blank sheet that is thrown away: to see what would be decided. */
    aside: () => Writing;
  }>;

/**
 * One operation: what to read, and what to decide on it. `decide` is pure and may run several times.
 * `hot`: the document that many may want to change at once; those who wait for it are committed together.
 */
export type Operation<T> = Readonly<{
  author: Author;
  refs: readonly Ref[];
  hot?: string;
  /**
   * Documents that only a list can name, asked for after `refs` were read and again at every attempt: what slips into
   * the list later has replaced one of `refs` with its own commit, and the conflict brings us back here.
   */
  more?: () => Promise<readonly Known[]>;
  decide: (at: Writing) => T;
}>;

type Call = Operation<unknown> & Readonly<{ eventId: EventId }>;
type Outcome = Readonly<{ answer: unknown } | { error: unknown }>;

const MOST_ATTEMPTS = 24;
/** The stores take 200 refs in one read. */
const MOST_CALLS_TOGETHER = 32;

/**
 * Load, decide, commit; again on a conflict. The changed documents, the audit event and the jobs that follow are one
 * all-or-nothing commit, and a refusal is recorded before it is answered: no change without its record, no record
 * without its change.
 */
export class Journal {
  readonly #documents: DocumentStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #queue = new HotQueue<Call, Outcome>(MOST_CALLS_TOGETHER, (calls) => this.#together(calls));
  #onJob: () => void = () => undefined;

  constructor(ports: Readonly<{ documents: DocumentStore; clock: Clock; ids: Ids }>) {
    this.#documents = ports.documents;
    this.#clock = ports.clock;
    this.#ids = ports.ids;
  }

  /** Calls `listener` after a commit that left a job behind. */
  onJob(listener: () => void): void {
    this.#onJob = listener;
  }

  /** Runs one operation. Throws what `decide` threw, or Unavailable. */
  async run<T>(operation: Operation<T>): Promise<T> {
    const call: Call = { ...operation, eventId: this.#ids.uuid<EventId>() };
    const outcome =
      operation.hot === undefined ? (await this.#together([call]))[0] : await this.#queue.join(operation.hot, call);
    if (outcome === undefined) throw new TypeError('an operation came back without an outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer as T;
  }

  /** `unsure`: outcomes of a commit whose answer was lost; if it turns up, they are the answers. */
  async #together(calls: readonly Call[], unsure?: readonly Outcome[]): Promise<readonly Outcome[]> {
    let lost = unsure;
    for (let attempt = 1; ; attempt++) {
      const refs = calls.flatMap((call) => call.refs);
      // Read afresh at every attempt, after the last caller has joined: a revocation that has answered is seen.
      const ledger = new Ledger(refs, refs.length === 0 ? [] : await this.#documents.read(refs));
      for (const call of calls) if (call.more) ledger.learn(await call.more());
      let scheduled = false;
      const outcomes = calls.map((call) => this.#decide(call, ledger, () => (scheduled = true)));
      try {
        const changes = ledger.changes();
        if (changes.length > 0) await this.#documents.commit(changes);
        if (scheduled) this.#onJob();
        return outcomes;
      } catch (error) {
        // The answer was lost, not necessarily the commit. Its event tells: it was part of the same commit, and its id
        // is drawn once per call, so a commit that turns up late meets it as a key that is taken.
        if (error instanceof Unavailable && error.maybeDone) lost = outcomes;
        if (lost !== undefined && (await this.#wasCommitted(calls))) return lost;
        if (error instanceof DuplicateKey && calls.length > 1) return this.#oneByOne(calls, lost);
        if (error instanceof Unavailable && error.maybeDone) {
          // Decided once more below.
        } else if (!(error instanceof VersionConflict) && !(error instanceof DuplicateKey)) throw error;
        if (attempt >= MOST_ATTEMPTS) throw new Unavailable('documents', { cause: error });
        await this.#clock.pause(Math.random() * Math.min(2 ** attempt, 64));
      }
    }
  }

  async #oneByOne(calls: readonly Call[], lost?: readonly Outcome[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [index, call] of calls.entries()) {
      const [outcome] = await this.#together([call], lost?.slice(index, index + 1)).catch((error: unknown) => [
        { error },
      ]);
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  }

  #decide(call: Call, ledger: Ledger, onSchedule: () => void): Outcome {
    const writing = this.#writing(call, ledger, onSchedule);
    try {
      const answer = call.decide(writing);
      writing.accept();
      return { answer };
    } catch (error) {
      if (error instanceof Denied && error.isRefusal && call.author.actor.type === 'user') {
        const refused = new Draft(ledger);
        refused.put(events, denialOf(call.eventId, this.#clock.now(), call.author, error));
        refused.accept();
      }
      return { error };
    }
  }

  #writing(call: Call, ledger: Ledger, onSchedule: () => void): Writing {
    const ids = this.#ids;
    const clock = this.#clock;
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
      aside: () => this.#writing(call, ledger, () => undefined),
    });
  }

  async #wasCommitted(calls: readonly Call[]): Promise<boolean> {
    const found = await this.#documents.read(calls.map((call) => refTo(events, call.eventId)));
    return found.some((document) => document !== undefined);
  }
}
