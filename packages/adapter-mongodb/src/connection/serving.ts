import { type Dependency, Unavailable } from '@strongroom/ports';
import { isWorldly } from './mongo-errors.ts';
import { PATIENCE, SERVER_TIME } from './options.ts';
import type { Outage } from './outage.ts';

/** A call on its way. `left` is how many milliseconds it has. */
export type Attempt = Readonly<{ left: () => number; isOver: () => boolean }>;

/** What the server is given for a command: when the connection is let go of, nobody is left to answer. */
export const serverTime = ({ left }: Pick<Attempt, 'left'>): number => Math.min(left(), SERVER_TIME);

/**
 * Keeps every call within a deadline, and all the calls of one request with it: once the database has not answered for as
 * long as a call waits, further calls are refused at once, until it is found back.
 */
export class Serving {
  readonly #dependency: Dependency;
  readonly #outage: Outage;
  readonly #patience: number;
  #closed = false;

  constructor(dependency: Dependency, outage: Outage, patience = PATIENCE) {
    this.#dependency = dependency;
    this.#outage = outage;
    this.#patience = patience;
  }

  /**
   * Does some work and answers within the deadline. Whatever is the world's fault is Unavailable; what then may have been
   * done nevertheless, `maybeDone` says at that moment.
   */
  async within<T>(work: (attempt: Attempt) => Promise<T>, maybeDone: () => boolean = () => false): Promise<T> {
    const began = performance.now();
    const deadline = (this.#outage.since ?? began) + this.#patience;
    if (this.#closed || deadline <= began) throw new Unavailable(this.#dependency);
    const attempt: Attempt = {
      left: () => Math.max(1, Math.ceil(deadline - performance.now())),
      isOver: () => this.#closed || performance.now() >= deadline,
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Late()), deadline - began);
    });
    try {
      const answer = await Promise.race([work(attempt), late]);
      this.#outage.isOver();
      return answer;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (!isWorldly(error) && !(error instanceof Late) && !this.#closed) {
        this.#outage.isOver();
        throw error;
      }
      this.#outage.noticed(began);
      throw new Unavailable(this.#dependency, { maybeDone: maybeDone(), cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Are calls refused at once, because the last one waited in vain? */
  get isDown(): boolean {
    return this.#closed || (this.#outage.since ?? Number.POSITIVE_INFINITY) + this.#patience <= performance.now();
  }

  close(): void {
    this.#closed = true;
    this.#outage.close();
  }
}

/** The deadline has passed. */
class Late extends Error {
  override readonly name = 'Late';
  constructor() {
    super('no answer in time');
  }
}
