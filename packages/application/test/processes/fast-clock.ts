import { setTimeout as pause } from 'node:timers/promises';
import { type Instant, instant } from '@strongroom/domain';
import { TestClock } from '../world/clock.ts';

/** Minutes of waiting are a second. */
const FASTER = 200;

/** A clock that runs fast, and agrees with those of other processes that began at the same time. */
export class FastClock extends TestClock {
  readonly #begun: number;
  readonly #from: Instant;
  readonly #faster: number;

  /**
   * `begun`: the real time at which it showed the beginning of every `TestClock`. `faster`: times by which it is faster than a real
   * one.
   */
  constructor(begun: number, faster = FASTER) {
    super();
    this.#faster = faster;
    this.#begun = begun;
    this.#from = super.now();
  }

  override now(): Instant {
    return instant(this.#from + Math.max(0, Date.now() - this.#begun) * this.#faster);
  }

  override async pause(milliseconds: number): Promise<void> {
    await pause(Math.max(1, milliseconds / this.#faster));
  }
}
