import { Unavailable } from '@strongroom/ports';

/**
 * Maximum time of an answer, not counting the time in which the client sends its body. Calls to other servers have
 * deadlines of their own, but slow calls add up.
 */
export class Deadline {
  #left: number;

  /** Unlimited by default: a service that uses only its own machine waits for no other server. */
  constructor(milliseconds = Number.POSITIVE_INFINITY) {
    this.#left = milliseconds;
  }

  /** Throws Unavailable at the deadline. The work continues: a retry with the same Idempotency-Key finds its result. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return this.#left === Number.POSITIVE_INFINITY ? work() : this.#limited(work);
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
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
