import { EPOCH, type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import type { Position, StoredDocument } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { errorForLog } from '../kernel/error-for-log.ts';
import { stateOf } from '../store/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { doJob } from './do-job.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { WorkerPool } from './worker-pool.ts';

const IDLE = SECOND;
/** Where there is work, more is to come: it is looked for sooner. */
const WHILE_BUSY = 100;
const SWEEP_EVERY = MINUTE;
const AT_ONCE = 20;

/**
 * Does what commits left to be done. A job is leased by a conditional replace, so of several processes one has it; it is
 * removed when done and comes again, later each time, when it failed.
 */
export class Worker {
  readonly #deps: Deps;
  readonly #hands = new WorkerPool();
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;
  #sweptAt: Instant = EPOCH;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.runner.onJob(() => this.#wake());
  }

  start(): void {
    this.#stopping = false;
    this.#running ??= this.#loop();
  }

  /** Resolves when the jobs under way are finished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
  }

  /** Does every job that is due, and says how many. */
  async runDue(): Promise<number> {
    let done = 0;
    let due = await this.#due();
    while (due.length > 0) {
      due = this.#begin(due, (isDone) => (done += isDone ? 1 : 0));
      await this.#hands.rest();
    }
    return done;
  }

  async #loop(): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#stopping) {
      // Asked for before looking, so that a job that comes in meanwhile is not slept over.
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      try {
        const isMore = await this.#sweep();
        await this.#beginDue();
        if (isMore) continue;
      } catch (error) {
        this.#notRun(error);
      }
      if (!this.#stopping) await Promise.race([woken, clock.pause(this.#hands.areBusy ? WHILE_BUSY : IDLE)]);
    }
    await this.#hands.rest();
  }

  /** Begins what is due, as far as there are hands for it: who waits for one kind is no obstacle to another. */
  async #beginDue(): Promise<void> {
    let after: Position | undefined;
    do {
      const due = await this.#due(after);
      this.#begin(due, () => this.#wake());
      after = due.length < AT_ONCE ? undefined : due.at(-1);
    } while (after !== undefined && !this.#hands.areFull && !this.#stopping);
  }

  #due(after?: Position): Promise<readonly StoredDocument[]> {
    const until = plus(this.#deps.clock.now(), 1);
    return this.#deps.documents.list(
      jobs.name,
      { anyOf: [RUNNABLE_JOBS], until },
      { limit: AT_ONCE, order: 'oldest', ...(after === undefined ? {} : { after }) },
    );
  }

  /** Begins as many of these as there are hands for, and gives back the others. */
  #begin(due: readonly StoredDocument[], ended: (isDone: boolean) => void): readonly StoredDocument[] {
    if (this.#stopping) return [];
    return due.filter((document) => {
      const job = stateOf(jobs, document);
      // One that is just being leased still stands where it is due.
      if (this.#hands.have(job)) return false;
      if (!this.#hands.isFreeFor(job)) return true;
      this.#hands.take(job, () => this.#do(document).catch((error: unknown) => this.#notRun(error)), ended);
      return false;
    });
  }

  #do(document: StoredDocument): Promise<boolean> {
    return doJob(this.#deps, document, () => this.#stopping);
  }

  #notRun(error: unknown): boolean {
    this.#deps.log.warn('jobs could not be run', errorForLog(error));
    return false;
  }

  /** Sweeps once a minute; while there is more than was taken, again after the jobs that are due. */
  async #sweep(): Promise<boolean> {
    const now = this.#deps.clock.now();
    if (now - this.#sweptAt < SWEEP_EVERY) return false;
    this.#sweptAt = now;
    const isMore = await sweepUploads(this.#deps);
    if (isMore) this.#sweptAt = EPOCH;
    else await sweepIdempotency(this.#deps);
    return isMore;
  }
}
