import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@strongroom/ports';
import { failureOf, KmsFailure } from './kms-failure.ts';

/** Milliseconds for everything that one operation asks of Cloud KMS: a caller of the service has his answer within five seconds. */
const PATIENCE = 4000;
/** And for each single try, so that a second one has time where the first was lost. */
const TRY = 1500;
const MOST_TRIES = 3;
const FIRST_PAUSE = 40;
/** The client's own deadline comes first, so that nothing of it goes on behind our back. */
const SLACK = 200;

/** What a client takes beside a request. Its own retries go on for ten minutes, so it gets none. */
export type CallOptions = { timeout: number; retry: null };

export type Patience = Readonly<{ whole: number; try: number }>;
export const USUAL: Patience = { whole: PATIENCE, try: TRY };

/** One operation of the vault: at most three tries for each call, and a common deadline for all of them. */
export class Operation {
  readonly #patience: Patience;
  readonly #until: number;

  private constructor(patience: Patience) {
    this.#patience = patience;
    this.#until = performance.now() + patience.whole;
  }

  /** Does `work`; where Cloud KMS could not serve, throws Unavailable. Other errors are bugs and stay as they are. */
  static async run<T>(patience: Patience, work: (operation: Operation) => Promise<T>): Promise<T> {
    try {
      return await work(new Operation(patience));
    } catch (error) {
      if (!(error instanceof KmsFailure)) throw error;
      throw new Unavailable('keys', { cause: error, maybeDone: error.mayBeDone });
    }
  }

  /**
   * Asks until there is an answer that `read` takes; what it throws as a KmsFailure counts as a try that failed. Throws
   * the last KmsFailure.
   */
  async call<A, T>(ask: (options: CallOptions) => Promise<A>, read: (answer: A) => T): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return read(await this.#once(ask));
      } catch (failure) {
        if (!(failure instanceof KmsFailure)) throw failure;
        const wait = FIRST_PAUSE * 2 ** tries * (0.5 + Math.random() / 2);
        if (failure.isFinal || tries >= MOST_TRIES || this.#left() <= wait) throw failure;
        await pause(wait);
      }
    }
  }

  #left(): number {
    return this.#until - performance.now();
  }

  /** The client's deadline is not enough: it does not count while the client looks for its credentials. */
  async #once<A>(ask: (options: CallOptions) => Promise<A>): Promise<A> {
    const timeout = Math.max(1, Math.floor(Math.min(this.#left(), this.#patience.try)));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new KmsFailure('DEADLINE_EXCEEDED')), timeout + SLACK);
    });
    try {
      return await Promise.race([ask({ timeout, retry: null }), late]);
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
