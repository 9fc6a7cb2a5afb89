const PROBE_EVERY = 100;

/**
 * Whether a database answers, as all know it who use it in this process. Without that, each of the calls of a request to
 * each of its stores could wait for as long as a call may.
 */
export class Outage {
  readonly #probe: () => Promise<unknown>;
  #since: number | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #probing: NodeJS.Timeout | undefined;
  #closed = false;

  /** `probe` resolves when the database answers. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
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
    this.#since ??= Math.max(began, this.#answeredAt);
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
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
