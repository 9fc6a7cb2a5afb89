import { Unavailable } from '@strongroom/ports';

/**
 * How long a caller waits for all that is done for him, without the time in which he sends his body. Calls to other
 * servers have deadlines of their own, but slow ones add up.
 */
export class ReplyBy {
  #left: number;

  /** Milliseconds; for ever where there are none: with nothing but this machine, nobody else keeps anyone waiting. */
  constructor(milliseconds = Number.POSITIVE_INFINITY) {
    this.#left = milliseconds;
  }

  /** Throws Unavailable when the time is over. What was begun goes on: a repetition under the same key finds it done. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left === Number.POSITIVE_INFINITY) return work();
    const began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unavailable('documents', { maybeDone: true })), this.#left);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
      this.#left = Math.max(0, this.#left - (performance.now() - began));
    }
  }
}
