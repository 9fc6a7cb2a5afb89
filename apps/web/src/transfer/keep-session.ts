import { type Clock, pageClock } from '../base/clock.ts';

/** Milliseconds. A third of the time after which the service ends a session that is not used: two uses may get lost. */
const USE_AGAIN_MS = 10 * 60_000;

/**
 * Uses the session from time to time, as long as it is needed: a limit of the key service can make files wait for longer than
 * an unused session lasts. It still ends twelve hours after its start.
 */
export class SessionKeeper {
  readonly #use: () => void;
  readonly #clock: Clock;
  #cancel: (() => void) | undefined;

  constructor(use: () => void, clock: Clock = pageClock) {
    this.#use = use;
    this.#clock = clock;
  }

  set isNeeded(isNeeded: boolean) {
    if (isNeeded) this.#cancel ??= this.#later();
    else {
      this.#cancel?.();
      this.#cancel = undefined;
    }
  }

  #later(): () => void {
    return this.#clock.after(USE_AGAIN_MS, () => {
      this.#cancel = this.#later();
      this.#use();
    });
  }
}
