import { EPOCH, type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import { type StoredDocument, Unavailable, VersionConflict } from '@strongroom/ports';
import type { Deps } from '../deps.ts';
import { documentOf, stateOf } from '../kernel/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../repositories/jobs.ts';
import type { Handler, Lease } from './handler.ts';
import { HANDLERS } from './handlers.ts';
import type { Job, JobKind } from './job.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';
import { sweepUploads } from './sweep-uploads.ts';

/** How long a job is held without a sign of life; a killed worker's job is taken over after that. */
const LEASE = 15 * SECOND;
const IDLE = SECOND;
const SWEEP_EVERY = MINUTE;
const LONGEST_BACKOFF = 10 * MINUTE;
const AT_ONCE = 20;

/**
 * Does what commits left to be done. A job is leased by a conditional replace, so of several processes one has it; it is
 * removed when done and comes again, later each time, when it failed.
 */
export class Worker {
  readonly #deps: Deps;
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;
  #sweptAt: Instant = EPOCH;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.journal.onJob(() => this.#wake());
  }

  start(): void {
    this.#stopping = false;
    this.#running ??= this.#loop();
  }

  /** Resolves when the job under way is finished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
  }

  /** Does every job that is due, and says how many. */
  async runDue(): Promise<number> {
    const now = this.#deps.clock.now();
    const due = await this.#deps.documents.list(
      jobs.name,
      { anyOf: [RUNNABLE_JOBS], until: plus(now, 1) },
      { limit: AT_ONCE, order: 'oldest' },
    );
    let done = 0;
    for (const document of due) if (!this.#stopping && (await this.#take(document))) done++;
    return done;
  }

  async #loop(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#stopping) {
      // Asked for before looking, so that a job that comes in meanwhile is not slept over.
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      try {
        const isMore = await this.#sweep();
        if ((await this.runDue()) > 0 || isMore) continue;
      } catch (error) {
        log.warn('jobs could not be run', { error: String(error) });
      }
      if (!this.#stopping) await Promise.race([woken, clock.pause(IDLE)]);
    }
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

  async #take(document: StoredDocument): Promise<boolean> {
    const job = stateOf(jobs, document);
    const held = new Held(this.#deps, job, document.version);
    if (!(await stillMine(held.renew()))) return false;
    try {
      const again = await perform(this.#deps, job, this.#untilStopped(held));
      return await stillMine(again === undefined ? held.finish() : held.postpone(again, 0));
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      if (error instanceof Stopping) return stillMine(held.postpone(job.dueAt, job.attempts));
      this.#deps.log.warn('a job failed and will be tried again', {
        job: job.id,
        kind: job.kind,
        attempts: job.attempts + 1,
        error: String(error),
        because: codeBehind(error),
      });
      const delay = Math.min(SECOND * 2 ** job.attempts, LONGEST_BACKOFF);
      return stillMine(held.postpone(plus(this.#deps.clock.now(), delay), job.attempts + 1));
    }
  }

  /** The lease as a handler has it. `renew` may be handed on alone. */
  #untilStopped(held: Held): Lease {
    return {
      renew: async () => {
        if (this.#stopping) throw new Stopping();
        await held.renew();
      },
    };
  }
}

/** This process is told to stop: a long job is broken off, and left to whoever comes next without waiting for its lease. */
class Stopping extends Error {
  override readonly name = 'Stopping';
}

/** Why a port cannot serve, where its adapter says so in a code (`ECONNREFUSED`); words might name somebody. */
function codeBehind(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
}

/** Resolves to false when somebody else has taken the job over. */
async function stillMine(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}

const perform = <K extends JobKind>(deps: Deps, job: Job<K>, lease: Lease): Promise<Instant | undefined> => {
  const handler: Handler<K> = HANDLERS[job.kind];
  return handler(deps, job.data, lease);
};

/** A job in the hands of this process. Throws VersionConflict once somebody else has taken it over. */
class Held {
  readonly #deps: Deps;
  #job: Job;
  #version: number;

  constructor(deps: Deps, job: Job, version: number) {
    this.#deps = deps;
    this.#job = job;
    this.#version = version;
  }

  renew(): Promise<void> {
    return this.#replace({ ...this.#job, leasedUntil: plus(this.#deps.clock.now(), LEASE) });
  }

  postpone(dueAt: Instant, attempts: number): Promise<void> {
    return this.#replace({ ...this.#job, dueAt, attempts, leasedUntil: EPOCH });
  }

  async finish(): Promise<void> {
    await this.#deps.documents.commit([
      { collection: jobs.name, remove: { id: this.#job.id, version: this.#version } },
    ]);
  }

  async #replace(job: Job): Promise<void> {
    await this.#deps.documents.commit([{ collection: jobs.name, replace: documentOf(jobs, job, this.#version + 1) }]);
    this.#job = job;
    this.#version++;
  }
}
