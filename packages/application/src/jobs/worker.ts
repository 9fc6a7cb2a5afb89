import { EPOCH, type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import { isOver, type Position, type StoredDocument } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { besideDamaged } from '../kernel/beside-damaged.ts';
import type { Deps } from '../kernel/deps.ts';
import { beginNews } from '../steps/news/begin-news.ts';
import type { ErasedAgain } from '../steps/people/erased-again.ts';
import { stateOf } from '../store/collection.ts';
import type { Job } from '../store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { type Backlog, backlogOf } from './backlog.ts';
import { ClockWatch } from './clock-watch.ts';
import { doJob } from './do-job.ts';
import { eraseOldEvents } from './erase-old-events.ts';
import { hastenJobs } from './hasten-jobs.ts';
import { sweepBins } from './sweep-bins.ts';
import { sweepDeviceLogins } from './sweep-device-logins.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';
import { sweepInvited } from './sweep-invited.ts';
import { sweepMailCounts } from './sweep-mail-counts.ts';
import { sweepRedemptions } from './sweep-redemptions.ts';
import { type SweepDeps, sweepUploads } from './sweep-uploads.ts';
import { WorkerPool } from './worker-pool.ts';

const IDLE = SECOND;
/** Work is often followed by more work, so the next look comes sooner. */
const WHILE_BUSY = 100;
const SWEEP_EVERY = MINUTE;
const AT_ONCE = 20;

/**
 * Runs scheduled jobs. A job is leased by a conditional replace, so only one of several processes runs it. It is
 * removed when done and retried, later each time, when it failed.
 */
export class Worker {
  readonly #deps: Deps;
  readonly #sweeping: SweepDeps;
  readonly #erasures: Pick<ErasedAgain, 'apply'>;
  readonly #hands = new WorkerPool();
  #running: Promise<void> | undefined;
  #stopping = false;
  /** Jobs that were reported. */
  readonly #damaged = new Set<string>();
  #wake: () => void = () => undefined;
  readonly #clock: ClockWatch;
  #sweptAt: Instant = EPOCH;
  /** Place where the next sweep of invited users begins: those who may still accept are not read again at once. */
  #invitedAfter: Position | undefined;
  #backlog: Backlog | undefined;

  constructor(deps: Deps, erasures: Pick<ErasedAgain, 'apply'>) {
    this.#deps = deps;
    this.#sweeping = { ...deps, intact: besideDamaged(deps) };
    this.#erasures = erasures;
    this.#clock = new ClockWatch(deps);
    deps.runner.onJob(() => this.#wake());
  }

  /** Seconds by which the clock is ahead of the database's; undefined as long as no second clock was asked. */
  get clockOffset(): number | undefined {
    return this.#clock.offsetSeconds;
  }

  /** Work that waited at the last look, within a minute ago; undefined before the first, and where the last one failed. */
  get backlog(): Backlog | undefined {
    return this.#backlog;
  }

  /** Compares the clock before the first request is served: its events must not vouch for it. Throws Unavailable. */
  async lookAtClock(): Promise<void> {
    await this.#clock.look();
  }

  start(): void {
    this.#stopping = false;
    this.#running ??= this.#loop();
  }

  /** Resolves when the running jobs are finished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
    await this.#countDenials();
  }

  /** Runs every job that is due, and returns their number. */
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
      // Created before the look, so that a job scheduled meanwhile ends the pause.
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

  /** Starts due jobs while slots are free. A full slot of one kind does not block another kind. */
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

  /** Starts as many of these jobs as slots are free, and returns the others. */
  #begin(due: readonly StoredDocument[], ended: (isDone: boolean) => void): readonly StoredDocument[] {
    if (this.#stopping) return [];
    return due.filter((document) => {
      const job = this.#jobOf(document);
      if (job === undefined) return false;
      // A job whose lease is being written is still listed as due.
      if (this.#hands.have(job)) return false;
      if (!this.#hands.isFreeFor(job)) return true;
      this.#hands.take(job, () => this.#do(document).catch((error: unknown) => this.#notRun(error)), ended);
      return false;
    });
  }

  /** A damaged one waits for an operator, and stops no other. */
  #jobOf(document: StoredDocument): Job | undefined {
    try {
      return stateOf(jobs, document);
    } catch (error) {
      if (!this.#damaged.has(document.id)) logError(this.#deps.log, 'error', 'a job is damaged', error);
      this.#damaged.add(document.id);
      return undefined;
    }
  }

  #do(document: StoredDocument): Promise<boolean> {
    return doJob(this.#deps, document, () => this.#stopping);
  }

  /** Failures do not stop the sweeps: what was not recorded is counted on. */
  async #countDenials(): Promise<void> {
    try {
      await this.#deps.runner.recordCounted();
    } catch (error) {
      logError(this.#deps.log, 'warn', 'denials could not be recorded', error);
    }
  }

  #notRun(error: unknown): boolean {
    logError(this.#deps.log, 'warn', 'jobs could not be run', error);
    return false;
  }

  /** Sweeps once a minute. If a sweep left more, it runs again after the jobs that are due. */
  async #sweep(): Promise<boolean> {
    const now = this.#deps.clock.now();
    if (!isOver(plus(this.#sweptAt, SWEEP_EVERY), SWEEP_EVERY, now)) return false;
    this.#sweptAt = now;
    await this.#countDenials();
    await this.#erasures.apply();
    await hastenJobs(this.#deps);
    this.#backlog = undefined;
    this.#backlog = await backlogOf(this.#deps);
    const { maySweep, mayEndTerms } = await this.#clock.look();
    if (!maySweep) return false;
    const isMoreInBins = mayEndTerms && (await sweepBins(this.#sweeping));
    const isMore = (await sweepUploads(this.#sweeping)) || isMoreInBins;
    if (isMore) this.#sweptAt = EPOCH;
    else {
      await sweepIdempotency(this.#deps);
      await sweepDeviceLogins(this.#deps);
      await sweepMailCounts(this.#deps);
      await sweepRedemptions(this.#deps);
      await beginNews(this.#deps);
      if (mayEndTerms) {
        await eraseOldEvents(this.#deps);
        this.#invitedAfter = await sweepInvited(this.#sweeping, this.#invitedAfter);
      }
    }
    return isMore;
  }
}
