import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@strongroom/ports';
import { backoffMs } from '@strongroom/store-kit';
import { failureOf, KmsFailure } from './kms-failure.ts';

const MAX_TRIES = 3;
const BACKOFF = { firstMs: 80, maxMs: 160 };
/** Added to the client's own deadline, so that the client stops first. */
const SLACK_MS = 200;

/** Options of a client call. Its own retries, which take up to ten minutes, are off. */
export type CallOptions = { timeout: number; retry: null };

/** Milliseconds for all calls of an operation, and for one try, which leaves time for a second. */
export type Deadlines = Readonly<{ operationMs: number; tryMs: number }>;

/** Short enough that the service answers its caller within five seconds. */
export const OPERATION_DEADLINES: Deadlines = { operationMs: 4000, tryMs: 1500 };

/** One operation of the vault: at most `MAX_TRIES` for each call, and one deadline for all calls. */
export class KmsOperation {
  readonly #tryMs: number;
  readonly #deadline: number;

  private constructor({ operationMs, tryMs }: Deadlines) {
    this.#tryMs = tryMs;
    this.#deadline = performance.now() + operationMs;
  }

  /** Runs `work` and turns a KmsFailure into Unavailable. Other errors are bugs and stay as they are. */
  static async run<T>(deadlines: Deadlines, work: (operation: KmsOperation) => Promise<T>): Promise<T> {
    try {
      return await work(new KmsOperation(deadlines));
    } catch (error) {
      if (!(error instanceof KmsFailure)) throw error;
      throw new Unavailable('keys', { cause: error, maybeDone: error.mayBeDone });
    }
  }

  /**
   * Repeats `ask` until `read` accepts the reply; a KmsFailure that `read` throws is a failed try. Throws the last
   * KmsFailure.
   */
  async call<A, T>(ask: (options: CallOptions) => Promise<A>, read: (answer: A) => T): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return read(await this.#once(ask));
      } catch (failure) {
        if (!(failure instanceof KmsFailure)) throw failure;
        const wait = backoffMs(tries, BACKOFF);
        if (failure.isFinal || tries >= MAX_TRIES || this.#left() <= wait) throw failure;
        await pause(wait);
      }
    }
  }

  #left(): number {
    return this.#deadline - performance.now();
  }

  /** The client's own deadline does not cover its search for credentials. */
  async #once<A>(ask: (options: CallOptions) => Promise<A>): Promise<A> {
    const timeout = Math.max(1, Math.floor(Math.min(this.#left(), this.#tryMs)));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new KmsFailure('DEADLINE_EXCEEDED')), timeout + SLACK_MS);
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
