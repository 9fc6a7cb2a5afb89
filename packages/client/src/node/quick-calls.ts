/** Milliseconds of a call that waited for a disk. */
const LONG_MS = 0.5;
/** Number of long calls more than quick ones, after which the next are made in the thread pool. */
const MANY = 8;
/** Number of calls that are made there before one is tried again. */
const AWAY = 200;

/**
 * Calls of the file system about small files. A local disk answers them from its memory within microseconds, where the way
 * through the thread pool takes ten times as much processor time. A slow disk would hold everything up: where most calls are
 * long, the next ones go through the pool. A single long one says little: another program may have had the processor.
 */
export class QuickCalls {
  readonly #now: () => number;
  #long = 0;
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
      this.#note(this.#now() - began);
    }
  }

  #note(milliseconds: number): void {
    this.#long = Math.max(0, this.#long + (milliseconds > LONG_MS ? 1 : -1));
    // The next long call decides after that.
    if (this.#long < MANY) return;
    this.#long = MANY - 1;
    this.#away = AWAY;
  }
}
