import { setImmediate as turn } from 'node:timers/promises';
import { DAY, type Instant, plus } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';

/** Longer pauses last until the test advances the clock; shorter ones are retries and end in the next turn. */
const LONGEST_RETRY = 100;

/** A clock that only the test advances, so that no test waits. */
export class TestClock implements Clock {
  #now: Instant;
  #waiting: Readonly<{ until: Instant; resolve: () => void }>[] = [];
  #onPause: (() => void)[] = [];
  /** Number of short pauses: the retries of this process. */
  retries = 0;

  /** Starts in the middle of a second, so that rounding shows. */
  constructor(now = (1_800_000_000_000 + 20 * DAY + 250) as Instant) {
    this.#now = now;
  }

  now(): Instant {
    return this.#now;
  }

  async pause(milliseconds: number): Promise<void> {
    if (milliseconds <= LONGEST_RETRY) {
      this.retries++;
      return turn();
    }
    for (const notice of this.#onPause.splice(0)) notice();
    return new Promise((resolve) => this.#waiting.push({ until: plus(this.#now, milliseconds), resolve }));
  }

  /** Resolves when a long pause begins: all work before it is done. */
  paused(): Promise<void> {
    return new Promise((resolve) => this.#onPause.push(resolve));
  }

  /** Advances by `milliseconds` and ends the pauses that are over by then. */
  advance(milliseconds: number): void {
    this.#now = plus(this.#now, milliseconds);
    const over = this.#waiting.filter((pause) => pause.until <= this.#now);
    this.#waiting = this.#waiting.filter((pause) => pause.until > this.#now);
    for (const pause of over) pause.resolve();
  }
}
