import { type Instant, plus } from '@strongroom/domain';
import { type RateLimiter, type Standing, Unavailable, type Window } from '@strongroom/ports';
import { allowedAs, countedIn, FORGET_EVERY_MS, KEPT_MS, type OpenWindow, standingOf } from './standing.ts';

/** Counts in memory, for one process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #open = new Map<string, OpenWindow>();
  #forgetAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  /** Number of stored buckets. */
  get size(): number {
    return this.#open.size;
  }

  async take(bucket: string, window: Window, at: Instant): Promise<Standing> {
    this.#refuseWhenClosed();
    this.#forget(at);
    const before = this.#open.get(bucket);
    const after = countedIn(before, window, at);
    if (after === undefined) return standingOf(before, window, at);
    this.#open.set(bucket, after);
    return allowedAs(after.used, after.endsAt, window);
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<Standing> {
    this.#refuseWhenClosed();
    const open = this.#open.get(bucket);
    if (open !== undefined && at < open.endsAt && open.used > 0)
      this.#open.set(bucket, { ...open, used: open.used - 1 });
    return standingOf(this.#open.get(bucket), window, at);
  }

  async check(): Promise<void> {
    this.#refuseWhenClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#open.clear();
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Unavailable('limits');
  }

  #forget(at: Instant): void {
    if (at < this.#forgetAt) return;
    this.#forgetAt = plus(at, FORGET_EVERY_MS);
    for (const [bucket, { endsAt }] of this.#open) if (endsAt <= at - KEPT_MS) this.#open.delete(bucket);
  }
}
