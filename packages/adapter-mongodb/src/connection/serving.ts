import { type Dependency, Unavailable } from '@strongroom/ports';
import { isWorldly } from './mongo-errors.ts';
import { PATIENCE } from './options.ts';

/** A call on its way. `left` is how many milliseconds it has. */
export type Attempt = Readonly<{ deadline: number; left: () => number; isOver: () => boolean }>;

type Options = Readonly<{
  dependency: Dependency;
  /** Resolves when the database answers. */
  probe: () => Promise<unknown>;
  patience?: number;
}>;

const PROBE_EVERY = 100;

/**
 * Keeps every call within a deadline, and all the calls of one request with it: once the database has not answered for as
 * long as a call waits, further calls are refused at once, until a probe has found it back. Without that, the five calls of
 * a request could wait five times.
 */
export class Serving {
  readonly #options: Options;
  readonly #patience: number;
  /** When the first call began that failed and was followed by no success. */
  #failingSince: number | undefined;
  #probing: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#patience = options.patience ?? PATIENCE;
  }

  /**
   * Does some work and answers within the deadline. Whatever is the world's fault is Unavailable; what then may have been
   * done nevertheless, `maybeDone` says at that moment.
   */
  async within<T>(work: (attempt: Attempt) => Promise<T>, maybeDone: () => boolean = () => false): Promise<T> {
    if (this.#closed) throw new Unavailable(this.#options.dependency);
    const began = performance.now();
    const deadline = (this.#failingSince ?? began) + this.#patience;
    if (deadline <= began) throw new Unavailable(this.#options.dependency);
    const attempt: Attempt = {
      deadline,
      left: () => Math.max(1, Math.ceil(deadline - performance.now())),
      isOver: () => this.#closed || performance.now() >= deadline,
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Late()), deadline - began);
    });
    try {
      const answer = await Promise.race([work(attempt), late]);
      this.#failingSince = undefined;
      return answer;
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Late || isWorldly(error)) this.#failed(began);
      else this.#failingSince = undefined;
      throw this.#told(error, maybeDone);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#probing);
  }

  #told(error: unknown, maybeDone: () => boolean): unknown {
    const { dependency } = this.#options;
    if (error instanceof Late) return new Unavailable(dependency, { maybeDone: maybeDone() });
    if (error instanceof Unavailable || (!isWorldly(error) && !this.#closed)) return error;
    return new Unavailable(dependency, { maybeDone: maybeDone(), cause: error });
  }

  #failed(began: number): void {
    this.#failingSince ??= began;
    this.#probing ??= setTimeout(() => void this.#probe(), PROBE_EVERY);
  }

  async #probe(): Promise<void> {
    const isBack = await this.#options.probe().then(
      () => true,
      () => false,
    );
    this.#probing = undefined;
    if (this.#closed || this.#failingSince === undefined) return;
    if (isBack) this.#failingSince = undefined;
    else this.#probing = setTimeout(() => void this.#probe(), PROBE_EVERY);
  }
}

/** The deadline has passed. */
class Late extends Error {}
