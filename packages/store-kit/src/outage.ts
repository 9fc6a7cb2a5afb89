import { type Timers } from './timers.ts';

const PROBE_MS = 100;

/**
 * Whether the database answers calls of one kind. Without it, each call of a request could wait until its own deadline.
 * An outage that one kind notices begins for all kinds, and ends for each kind by itself: after an election, the new
 * primary may serve counts before reads, and reads before a majority confirms writes.
 */
export class Outage {
  readonly #all: Set<Outage>;
  readonly #probe: () => Promise<unknown>;
  readonly #timers: Timers;
  #since: number | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #stopProbing: (() => void) | undefined;
  #closed = false;

  /** `probe` resolves when the database answers calls of this kind. `all` are the outages of the same database. */
  constructor(probe: () => Promise<unknown>, timers: Timers, all: Set<Outage> = new Set()) {
    this.#probe = probe;
    this.#timers = timers;
    this.#all = all.add(this);
  }

  /** Start of the outage, in milliseconds of `Timers.now`; undefined while calls are answered. */
  get since(): number | undefined {
    return this.#since;
  }

  /** A call was answered. */
  end(): void {
    this.#since = undefined;
    this.#answeredAt = this.#timers.now();
  }

  /**
   * A call that began at `began` was not answered. Starts to probe. If other calls were answered since, the outage begins
   * with the last answer: the database is there, and the call waited for something else.
   */
  begin(began: number): void {
    for (const outage of this.#all) outage.#begin(began);
  }

  #begin(began: number): void {
    this.#since ??= Math.max(began, this.#answeredAt);
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    this.#all.delete(this);
    this.#stopProbing?.();
  }

  #schedule(): void {
    if (this.#closed || this.#since === undefined) return;
    this.#stopProbing ??= this.#timers.after(PROBE_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const isBack = await this.#probe().then(
      () => true,
      () => false,
    );
    this.#stopProbing = undefined;
    if (isBack) this.end();
    this.#schedule();
  }
}
