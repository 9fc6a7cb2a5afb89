/** Milliseconds of an average call, beyond which calls are made in the thread pool. */
const LONG_MS = 0.5;
/** Share of the last call in the average. */
const WEIGHT = 0.1;
/** Number of calls that are made in the thread pool before one is tried again. */
const AWAY = 200;

/**
 * Calls of the file system about small files. A local disk answers them from its memory within microseconds, where the way
 * through the thread pool takes ten times as much processor time. A slow disk would hold everything up: after a few long calls,
 * the next ones go through the pool.
 */
export class QuickCalls {
  readonly #now: () => number;
  #average = 0;
  #away = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Makes a call at once, or the same call in the thread pool. */
  async make<T>(atOnce: () => T, inPool: () => Promise<T>): Promise<T> {
    if (this.#away > 0) {
      this.#away -= 1;
      return inPool();
    }
    const began = this.#now();
    try {
      return atOnce();
    } finally {
      this.#average += (this.#now() - began - this.#average) * WEIGHT;
      if (this.#average > LONG_MS) {
        this.#average = 0;
        this.#away = AWAY;
      }
    }
  }
}
