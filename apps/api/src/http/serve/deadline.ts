import { Unavailable } from '@strongroom/ports';
import { type Alarm, SharedTimer } from '@strongroom/store-kit';

/** One timer serves all requests. */
const TIMER = new SharedTimer({
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

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

  #limited<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#left = Math.max(0, this.#left - (performance.now() - began));
      };
      const alarm: Alarm = {
        slot: -1,
        due: began + this.#left,
        onDue: () => {
          end();
          reject(new Unavailable('documents', { maybeDone: true }));
        },
      };
      const isInTime = (): boolean => {
        const isRunning = TIMER.remove(alarm);
        if (isRunning) end();
        return isRunning;
      };
      const succeed = (answer: T): void => {
        if (isInTime()) resolve(answer);
      };
      const fail = (error: unknown): void => {
        if (isInTime()) reject(error);
      };
      TIMER.add(alarm);
      try {
        work().then(succeed, fail);
      } catch (error) {
        fail(error);
      }
    });
  }
}
