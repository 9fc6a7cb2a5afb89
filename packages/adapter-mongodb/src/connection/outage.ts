const PROBE_EVERY = 100;

/**
 * Whether a database answers calls of one kind. Without that, each of the calls of a request could wait for as long as a
 * call may. What one kind notices is believed by all, and each finds out by itself when it is over: of a set that has
 * just lost its primary, the new one may count before it reads, and read before a majority confirms anything.
 */
export class Outage {
  readonly #all: Set<Outage>;
  readonly #probe: () => Promise<unknown>;
  #since: number | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #probing: NodeJS.Timeout | undefined;
  #closed = false;

  /** `probe` resolves when calls of this kind are answered. `all` are those who use the same database. */
  constructor(probe: () => Promise<unknown>, all: Set<Outage> = new Set()) {
    this.#probe = probe;
    this.#all = all.add(this);
  }

  /** Since when there has been no answer, on the clock of `performance.now()`; undefined while there are answers. */
  get since(): number | undefined {
    return this.#since;
  }

  /** A call has been answered. */
  isOver(): void {
    this.#since = undefined;
    this.#answeredAt = performance.now();
  }

  /**
   * A call that began at that moment has not been answered. Looks from now on whether the database is back. Where others
   * were answered meanwhile, that one was in somebody's way, and the database is not gone.
   */
  noticed(began: number): void {
    for (const outage of this.#all) outage.#begin(began);
  }

  #begin(began: number): void {
    this.#since ??= Math.max(began, this.#answeredAt);
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    this.#all.delete(this);
    clearTimeout(this.#probing);
  }

  #schedule(): void {
    if (this.#closed || this.#since === undefined) return;
    this.#probing ??= setTimeout(() => void this.#look(), PROBE_EVERY);
  }

  async #look(): Promise<void> {
    const isBack = await this.#probe().then(
      () => true,
      () => false,
    );
    this.#probing = undefined;
    if (isBack) this.isOver();
    this.#schedule();
  }
}
