import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { type Instant, plus, SECOND } from '@strongroom/domain';
import {
  type ChainLimiter,
  isOver,
  type Log,
  type RateLimiter,
  type RateLimitStatus,
  Unavailable,
  type Window,
} from '@strongroom/ports';
import { errorForLog } from '@strongroom/store-kit';

const TRIED_EVERY = SECOND;

/**
 * Counts requests in the shared store; while that takes no writes, in the memory of this process, so that reads are served.
 * Guesses of secrets are not counted here: they are refused meanwhile. Counts of the process last, so that
 * a store that takes writes now and then gives no new allowance each time.
 */
export class RequestLimiter implements Pick<RateLimiter, 'take' | 'giveBack' | 'check'> {
  readonly #shared: RateLimiter;
  readonly #log: Log;
  readonly #own = new MemoryRateLimiter();
  /** Undefined for a shared store that counts one bucket a call. */
  readonly takeChain: ChainLimiter['takeChain'] | undefined;
  /** When the store is tried again; undefined while it counts. */
  #triedAt: Instant | undefined;

  constructor(shared: RateLimiter, log: Log) {
    this.#shared = shared;
    this.#log = log;
    if (countsChains(shared))
      this.takeChain = (charges, at) => this.#count(at, shared, (limiter) => limiter.takeChain(charges, at));
  }

  take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    return this.#count(at, this.#shared, (limiter) => limiter.take(bucket, window, at));
  }

  giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    return this.#count(at, this.#shared, (limiter) => limiter.giveBack(bucket, window, at));
  }

  async check(): Promise<void> {
    try {
      await this.#shared.check();
    } catch (error) {
      if (!isWriteRefusal(error)) throw error;
    }
  }

  async #count<Shared extends RateLimiter, T>(
    at: Instant,
    shared: Shared,
    count: (limiter: Shared | MemoryRateLimiter) => Promise<T>,
  ): Promise<T> {
    if (this.#triedAt !== undefined && !isOver(this.#triedAt, TRIED_EVERY, at)) return count(this.#own);
    if (this.#triedAt !== undefined) this.#triedAt = plus(at, TRIED_EVERY);
    try {
      const standing = await count(shared);
      if (this.#triedAt !== undefined) this.#log.info('requests are counted in the shared store again');
      this.#triedAt = undefined;
      return standing;
    } catch (error) {
      if (!isWriteRefusal(error)) throw error;
      if (this.#triedAt === undefined)
        this.#log.error('alarm: the database takes no writes; each process counts requests by itself', {
          alarm: 'limits',
          ...errorForLog(error),
        });
      this.#triedAt = plus(at, TRIED_EVERY);
      return count(this.#own);
    }
  }
}

const countsChains = (limiter: RateLimiter): limiter is ChainLimiter => 'takeChain' in limiter;

const isWriteRefusal = (error: unknown): error is Unavailable => error instanceof Unavailable && error.takesNoWrites;
