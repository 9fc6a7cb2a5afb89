import type { Around } from './intercepted.ts';

export type Moment = 'before' | 'after';

/** Simulates a process that dies before or after its n-th external call: no later call returns. */
export class Mortal {
  #calls = 0;
  #isDead = false;
  #die: () => void = () => undefined;
  readonly #at: number;
  readonly #moment: Moment;
  readonly died = new Promise<void>((resolve) => (this.#die = resolve));

  constructor(at: number, moment: Moment) {
    this.#at = at;
    this.#moment = moment;
  }

  /** Number of calls made. */
  get calls(): number {
    return this.#calls;
  }

  /** Wraps the ports. */
  readonly around: Around = async (_, proceed) => {
    const isLast = ++this.#calls === this.#at;
    if (this.#isDead || (isLast && this.#moment === 'before')) return this.#silence();
    const answer = await proceed();
    return isLast ? this.#silence() : answer;
  };

  #silence(): Promise<never> {
    this.#isDead = true;
    this.#die();
    return new Promise(() => undefined);
  }
}
