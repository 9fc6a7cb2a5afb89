import { DomainError, type EventId, type LabelScheme } from '@strongroom/domain';
import {
  type Clock,
  type DocumentStore,
  DuplicateKey,
  type Ids,
  type ReadAnswer,
  type Ref,
  Unavailable,
  VersionConflict,
} from '@strongroom/ports';
import { Batcher, type Outcome } from '@strongroom/store-kit';
import { distinctRefs } from '../store/collection.ts';
import { users } from '../store/users.ts';
import { type Author, countedDenials, denialOf } from './audit-entry.ts';
import { Denials } from './denials.ts';
import { Denied } from './denied.ts';
import { IdentityMap, type ListedDocument, type Snapshot } from './identity-map.ts';
import { type AnyProjection, DerivedChanges } from './projection.ts';
import { MAX_ATTEMPTS, pauseAfter } from './retry.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { wasCommitted } from './was-committed.ts';

/** One operation: the documents it reads, and a function that decides on them. */
export type Operation<T> = Readonly<{
  author: Author;
  refs: readonly Ref[];
  /** The document that many callers may change at once. Those who wait for it are committed together. */
  serializeOn?: string;
  /**
   * Loads documents that `refs` cannot name, after `refs` were read and again at every attempt. A document that appears
   * later has replaced one of `refs` in its own commit, so the commit conflicts and the operation starts again.
   */
  loadMore?: (snapshot: Snapshot) => Promise<readonly ListedDocument[]>;
  /** Answers of the store that `loadMore` got by `read` in the last attempt. */
  moreRead?: () => readonly ReadAnswer[];
  /** Pure; may run several times. */
  apply: (uow: UnitOfWork) => T;
}>;

type Call = Operation<unknown> & Readonly<{ eventId: EventId }>;
type OperationRunnerDeps = Readonly<{ documents: DocumentStore; clock: Clock; ids: Ids }>;

export type RunnerOptions = Readonly<{
  /** Labels the refusals it records; without one it cannot record any. */
  scheme?: LabelScheme;
  /** Refusals of a user beyond this number are counted. */
  denialsPerMinute?: number | undefined;
  /** Derived documents, which every commit keeps up to date. */
  projections?: readonly AnyProjection[];
}>;

/** Maximum number of refs in one read. */
const MAX_REFS = 200;
export const MAX_CALLS_IN_ONE_COMMIT = 32;

/**
 * Loads, decides, commits, and repeats on a conflict. The changed documents, the audit event and the jobs that follow are
 * one all-or-nothing commit. A refusal is recorded before it is answered.
 */
export class OperationRunner {
  readonly #ports: OperationRunnerDeps;
  readonly #scheme: LabelScheme;
  readonly #projections: readonly AnyProjection[];
  /** Callers that change the same document: measured on one, over ten times the throughput of letting them collide. */
  readonly #queue = new Batcher<Call, unknown>({
    maxSize: MAX_CALLS_IN_ONE_COMMIT,
    serve: (calls) => this.#together(calls),
  });
  readonly #denials: Denials;
  /** Whether the denial of a call has an event of its own: decided once, however often the call is. */
  readonly #isRecorded = new WeakMap<Call, boolean>();
  /** The answer that the last attempt of a call got of the store. */
  readonly #lastRead = new WeakMap<Call, ReadAnswer>();
  #onJob: () => void = () => undefined;

  constructor(ports: OperationRunnerDeps, { scheme = [], denialsPerMinute, projections = [] }: RunnerOptions = {}) {
    this.#ports = ports;
    this.#denials = new Denials(denialsPerMinute);
    this.#scheme = scheme;
    this.#projections = projections;
  }

  /** Calls `listener` after each commit that scheduled a job. */
  onJob(listener: () => void): void {
    this.#onJob = listener;
  }

  /** Runs one operation. Throws what `apply` threw, or Unavailable. */
  async run<T>(operation: Operation<T>): Promise<T> {
    const call: Call = { ...operation, eventId: this.#ports.ids.timed<EventId>(this.#ports.clock.now()) };
    try {
      if (call.serializeOn !== undefined) return (await this.#queue.add(call, call.serializeOn)) as T;
      const [outcome] = await this.#together([call]);
      if (outcome === undefined) throw new TypeError('an operation came back without an outcome');
      if ('error' in outcome) throw outcome.error;
      return outcome.answer as T;
    } catch (error) {
      const { actor, firstRead } = call.author;
      // A refusal tells nothing of what was read for an id of the request before it was decided.
      const { moreRead } = call;
      const isEven = error instanceof DomainError && error.kind === 'forbidden' && moreRead !== undefined;
      if (isEven || (error instanceof DomainError && error.kind === 'absent')) {
        const reads = [firstRead, this.#lastRead.get(call), ...(moreRead?.() ?? [])];
        await this.#ports.documents.evenOut?.(reads.filter((read) => read !== undefined));
      }
      if (error instanceof Denied && actor.type === 'user' && this.#isRecorded.get(call) === false)
        this.#denials.count({ userId: actor.id, count: 1 });
      throw error;
    }
  }

  /** Records the numbers of denials that had no event of their own. Call it once a minute, and at the end. */
  async recordCounted(): Promise<void> {
    const { clock, documents, ids } = this.#ports;
    const now = clock.now();
    for (const counted of this.#denials.drain(now)) {
      try {
        await documents.commit([], [countedDenials(ids.timed<EventId>(now), now, counted)]);
      } catch (error) {
        // Perhaps stored without an answer: a denial may be counted twice, and none is lost.
        this.#denials.count(counted);
        throw error;
      }
    }
  }

  /** `before`: outcomes of a commit whose answer was lost. If the commit was stored after all, they are the answers. */
  async #together(calls: readonly Call[], before?: readonly Outcome<unknown>[]): Promise<readonly Outcome<unknown>[]> {
    let unheard = before;
    const derived = new DerivedChanges(this.#projections);
    const refs = refsOf(calls);
    for (let attempt = 1; ; attempt++) {
      // Everything is read afresh, after the last caller has joined: a revocation that has answered is seen.
      const ahead = derived.ahead(MAX_REFS - refs.length);
      const wanted = ahead.length === 0 ? refs : [...refs, ...ahead];
      const documents = wanted.length === 0 ? [] : await this.#ports.documents.read(wanted);
      for (const call of calls) this.#lastRead.set(call, documents);
      const identityMap = new IdentityMap(refs, documents);
      for (const call of calls) if (call.loadMore) identityMap.learn(await call.loadMore(identityMap));
      const { outcomes, leavesJob } = this.#decideAll(calls, identityMap);
      const changes = identityMap.changes();
      const early = ahead.length === 0 ? [] : documents.slice(refs.length);
      const deriving = derived.addTo(changes, this.#ports.documents, identityMap, early);
      if (deriving !== undefined) await deriving;
      const { events } = identityMap;
      try {
        if (changes.length > 0 || events.length > 0) await this.#ports.documents.commit(changes, events);
        if (leavesJob) this.#onJob();
        return outcomes;
      } catch (error) {
        // The answer was lost, not necessarily the commit.
        const maybeDone = error instanceof Unavailable && error.maybeDone;
        if (maybeDone) unheard = outcomes;
        else if (!(error instanceof VersionConflict) && !(error instanceof DuplicateKey)) throw error;
        // Looked up at later conflicts too: what was stored late is what they are conflicts with.
        const ids = calls.map((call) => call.eventId);
        if (unheard !== undefined && (await wasCommitted(this.#ports, ids))) {
          this.#onJob();
          return unheard;
        }
        if (error instanceof DuplicateKey && calls.length > 1) return this.#oneByOne(calls, unheard);
        if (attempt >= MAX_ATTEMPTS) throw new Unavailable('documents', { maybeDone, cause: error });
        await pauseAfter(this.#ports.clock, attempt);
      }
    }
  }

  #decideAll(calls: readonly Call[], identityMap: IdentityMap) {
    let leavesJob = false;
    const onSchedule = (): void => {
      leavesJob = true;
    };
    const outcomes = calls.map((call) => this.#decide(call, identityMap, onSchedule));
    return { outcomes, leavesJob };
  }

  async #oneByOne(calls: readonly Call[], unheard?: readonly Outcome<unknown>[]): Promise<readonly Outcome<unknown>[]> {
    const outcomes: Outcome<unknown>[] = [];
    for (const [index, call] of calls.entries()) {
      const [outcome] = await this.#together([call], unheard?.slice(index, index + 1)).catch((error: unknown) => [
        { error },
      ]);
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  }

  #decide(call: Call, identityMap: IdentityMap, onSchedule: () => void): Outcome<unknown> {
    const { clock, ids } = this.#ports;
    const { author, eventId } = call;
    const uow = () => new UnitOfWork(identityMap, { author, eventId, clock, ids, onSchedule });
    try {
      const own = uow();
      const answer = call.apply(own);
      expectActor(own, identityMap, author);
      own.accept();
      return { answer };
    } catch (error) {
      if (error instanceof Denied && error.isRefusal && this.#mayRecord(call)) {
        const refused = uow();
        refused.recordAs(denialOf(eventId, clock.now(), author, { denied: error, scheme: this.#scheme }));
        refused.accept();
      }
      return { error };
    }
  }

  #mayRecord(call: Call): boolean {
    const { actor } = call.author;
    if (actor.type !== 'user') return false;
    const isRecorded = this.#isRecorded.get(call) ?? this.#denials.mayRecord(actor.id, this.#ports.clock.now());
    this.#isRecorded.set(call, isRecorded);
    return isRecorded;
  }
}

const refsOf = (calls: readonly Call[]): readonly Ref[] =>
  calls.length === 1 && calls[0] !== undefined ? calls[0].refs : distinctRefs(calls.flatMap((call) => call.refs));

/**
 * INVARIANT: no user changes anything after their deactivation or the loss of the right. Commits that only add events do
 * without: each download would collide with the others of its user on MongoDB.
 */
function expectActor(uow: UnitOfWork, identityMap: IdentityMap, { actor }: Author): void {
  if (actor.type === 'user' && identityMap.knows(users, actor.id) && uow.isChange) uow.expect(users, actor.id);
}
