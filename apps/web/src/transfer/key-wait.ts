import { type Clock, pageClock } from '../base/clock.ts';
import { ObservedValue } from '../base/observed.ts';
import type { WaitingParty } from '../worker/messages.ts';

/** Shorter waits are over before they are read. */
const SHOWN_MS = 5000;

/** The wait for a limit of the key service or of the service, and for a key service that does not answer. */
export class KeyWait {
  /** Its end, in milliseconds; undefined without one. */
  readonly until = new ObservedValue<number | undefined>(undefined);
  party: WaitingParty = 'key-service';
  /** Whether something waits for a key service that does not answer. */
  readonly isSilent = new ObservedValue(false);
  readonly #clock: Clock;
  #cancel = (): void => undefined;

  constructor(clock: Clock = pageClock) {
    this.#clock = clock;
  }

  /** Several files wait for the same limit: the latest end counts. */
  note(end: number, party: WaitingParty = 'key-service'): void {
    const left = end - this.#clock.now();
    if (left < SHOWN_MS || end <= (this.until.value ?? 0)) return;
    this.#cancel();
    this.party = party;
    this.#cancel = this.#clock.after(left, () => this.#set(undefined));
    this.#set(end);
  }

  /** Nothing waits any more. */
  end(): void {
    this.#cancel();
    if (this.until.value !== undefined) this.#set(undefined);
  }

  showSilence(isSilent: boolean): void {
    if (this.isSilent.value === isSilent) return;
    this.isSilent.value = isSilent;
    this.isSilent.draw();
  }

  #set(until: number | undefined): void {
    this.until.value = until;
    this.until.draw();
  }
}
