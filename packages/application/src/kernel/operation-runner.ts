import type { EventId, LabelScheme } from '@strongroom/domain';
import {
  type Clock,
  type DocumentStore,
  DuplicateKey,
  type Ids,
  type Ref,
  Unavailable,
  VersionConflict,
} from '@strongroom/ports';
import { distinct } from '../store/collection.ts';
import { events } from '../store/events.ts';
import { users } from '../store/users.ts';
import { type Author, denialOf } from './audit-entry.ts';
import { ChangeQueue } from './change-queue.ts';
import { Denied } from './denied.ts';
import { Changes, IdentityMap, type Known } from './identity-map.ts';
import { MOST_ATTEMPTS, pauseAfter } from './retry.ts';
import { type UnitOfWork, unitOfWork } from './unit-of-work.ts';
import { wasCommitted } from './was-committed.ts';

/**
 * One operation: what to read, and what to decide on it. `decide` is pure and may run several times.
 * `hot`: the document that many may want to change at once; those who wait for it are committed together.
 */
export type Operation<T> = Readonly<{
  author: Author;
  refs: readonly Ref[];
  serializeOn?: string;
  /**
   * Documents that only a list can name, asked for after `refs` were read and again at every attempt: what slips into
   * the list later has replaced one of `refs` with its own commit, and the conflict brings us back here.
   */
  loadMore?: () => Promise<readonly Known[]>;
  apply: (at: UnitOfWork) => T;
}>;

type Call = Operation<unknown> & Readonly<{ eventId: EventId }>;
type Needs = Readonly<{ documents: DocumentStore; clock: Clock; ids: Ids }>;
type Outcome = Readonly<{ answer: unknown } | { error: unknown }>;

/** The stores take 200 refs in one read. */
const MOST_CALLS_TOGETHER = 32;

/**
 * Load, decide, commit; again on a conflict. The changed documents, the audit event and the jobs that follow are one
 * all-or-nothing commit, and a refusal is recorded before it is answered: no change without its record, no record
 * without its change.
 */
export class OperationRunner {
  readonly #ports: Needs;
  readonly #scheme: LabelScheme;
  readonly #queue = new ChangeQueue<Call, Outcome>(MOST_CALLS_TOGETHER, (calls) => this.#together(calls));
  #onJob: () => void = () => undefined;

  /** `scheme` labels the refusals it records; without one it cannot record any. */
  constructor(ports: Needs, scheme: LabelScheme = []) {
    this.#ports = ports;
    this.#scheme = scheme;
  }

  /** Calls `listener` after a commit that left a job behind. */
  onJob(listener: () => void): void {
    this.#onJob = listener;
  }

  /** Runs one operation. Throws what `decide` threw, or Unavailable. */
  async run<T>(operation: Operation<T>): Promise<T> {
    const call: Call = { ...operation, eventId: this.#ports.ids.uuid<EventId>() };
    const outcome =
      operation.serializeOn === undefined
        ? (await this.#together([call]))[0]
        : await this.#queue.join(operation.serializeOn, call);
    if (outcome === undefined) throw new TypeError('an operation came back without an outcome');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer as T;
  }

  /** `before`: outcomes of a commit whose answer was lost; if it turns up after all, they are the answers. */
  async #together(calls: readonly Call[], before?: readonly Outcome[]): Promise<readonly Outcome[]> {
    let unheard = before;
    for (let attempt = 1; ; attempt++) {
      const { outcomes, changes, leavesJob } = await this.#decideAll(calls);
      try {
        if (changes.length > 0) await this.#ports.documents.commit(changes);
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
        if (attempt >= MOST_ATTEMPTS) throw new Unavailable('documents', { maybeDone, cause: error });
        await pauseAfter(this.#ports.clock, attempt);
      }
    }
  }

  /** Everything is read afresh, after the last caller has joined: a revocation that has answered is seen. */
  async #decideAll(calls: readonly Call[]) {
    const [only] = calls;
    const refs = calls.length === 1 && only ? only.refs : distinct(calls.flatMap((call) => call.refs));
    const identityMap = new IdentityMap(refs, refs.length === 0 ? [] : await this.#ports.documents.read(refs));
    for (const call of calls) if (call.loadMore) identityMap.learn(await call.loadMore());
    let leavesJob = false;
    const outcomes = calls.map((call) => this.#decide(call, identityMap, () => (leavesJob = true)));
    return { outcomes, changes: identityMap.changes(), leavesJob };
  }

  async #oneByOne(calls: readonly Call[], unheard?: readonly Outcome[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [index, call] of calls.entries()) {
      const [outcome] = await this.#together([call], unheard?.slice(index, index + 1)).catch((error: unknown) => [
        { error },
      ]);
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  }

  #decide(call: Call, identityMap: IdentityMap, onSchedule: () => void): Outcome {
    const uow = unitOfWork(identityMap, { call, ports: this.#ports, onSchedule });
    try {
      const answer = call.apply(uow);
      expectActor(uow, identityMap, call.author);
      uow.accept();
      return { answer };
    } catch (error) {
      if (error instanceof Denied && error.isRefusal && call.author.actor.type === 'user') {
        const refused = new Changes(identityMap);
        refused.put(
          events,
          denialOf(call.eventId, this.#ports.clock.now(), call.author, { denied: error, scheme: this.#scheme }),
        );
        refused.accept();
      }
      return { error };
    }
  }
}

/**
 * INVARIANT: nobody changes anything after they were deactivated or lost the right to. Commits that only add events do
 * without: each download would collide with the others of its user on MongoDB.
 */
function expectActor(uow: UnitOfWork, identityMap: IdentityMap, { actor }: Author): void {
  if (actor.type === 'user' && identityMap.knows(users, actor.id) && uow.changesBeside(events))
    uow.expect(users, actor.id);
}
