import { type Dependency, Unavailable } from '@strongroom/ports';
import { isInfrastructureError } from './mongo-errors.ts';
import { DEADLINE_MS, SERVER_MS } from './options.ts';
import type { Outage } from './outage.ts';

/** A call in progress. `left` is the number of milliseconds before its deadline. */
export type Attempt = Readonly<{ left: () => number; isOver: () => boolean }>;

/** Maximum time for the server to run a command: later the connection is closed and the answer would be lost. */
export const serverTime = ({ left }: Pick<Attempt, 'left'>): number => Math.min(left(), SERVER_MS);

/**
 * Keeps every call within a deadline, and with it all calls of one request: once the database has not answered for
 * `deadlineMs`, further calls are refused at once until a probe succeeds.
 */
export class CallGuard {
  readonly #dependency: Dependency;
  readonly #outage: Outage;
  readonly #deadlineMs: number;
  #closed = false;

  constructor(dependency: Dependency, outage: Outage, deadlineMs = DEADLINE_MS) {
    this.#dependency = dependency;
    this.#outage = outage;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Runs `work` within the deadline. Throws Unavailable for an infrastructure error; `maybeDone` is asked at that moment
   * whether the work may have been done.
   */
  async run<T>(work: (attempt: Attempt) => Promise<T>, maybeDone: () => boolean = () => false): Promise<T> {
    const began = performance.now();
    const deadline = (this.#outage.since ?? began) + this.#deadlineMs;
    if (this.#closed || deadline <= began) throw new Unavailable(this.#dependency);
    const attempt: Attempt = {
      left: () => Math.max(1, Math.ceil(deadline - performance.now())),
      isOver: () => this.#closed || performance.now() >= deadline,
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new DeadlineExceeded()), deadline - began);
    });
    try {
      const answer = await Promise.race([work(attempt), late]);
      this.#outage.end();
      return answer;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (!isInfrastructureError(error) && !(error instanceof DeadlineExceeded) && !this.#closed) {
        this.#outage.end();
        throw error;
      }
      this.#outage.begin(began);
      throw new Unavailable(this.#dependency, { maybeDone: maybeDone(), cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether calls are refused at once. */
  get isDown(): boolean {
    return this.#closed || (this.#outage.since ?? Number.POSITIVE_INFINITY) + this.#deadlineMs <= performance.now();
  }

  close(): void {
    this.#closed = true;
    this.#outage.close();
  }
}

class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  constructor() {
    super('no answer before the deadline');
  }
}
