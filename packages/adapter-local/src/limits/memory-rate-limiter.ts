import { type Instant, plus } from '@strongroom/domain';
import {
  type ChainLimiter,
  type Charge,
  isOver,
  type RateLimitStatus,
  Unavailable,
  type Window,
} from '@strongroom/ports';
import { takeCharges } from './chain.ts';
import { allowedAs, countedIn, FORGET_EVERY_MS, isOpen, KEPT_MS, type OpenWindow, standingOf } from './standing.ts';

/** Counts in memory, for one process. */
export class MemoryRateLimiter implements ChainLimiter {
  readonly #open = new Map<string, OpenWindow>();
  #forgetAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  /** Number of stored buckets. */
  get size(): number {
    return this.#open.size;
  }

  async take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    this.#refuseWhenClosed();
    this.#forget(at);
    return this.#take(bucket, window, at);
  }

  async takeChain(charges: readonly Charge[], at: Instant): Promise<readonly RateLimitStatus[]> {
    this.#refuseWhenClosed();
    this.#forget(at);
    return takeCharges({ take: this.#take, giveBack: this.#giveBack }, charges, at);
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    this.#refuseWhenClosed();
    return this.#giveBack(bucket, window, at);
  }

  async clear(contained: string): Promise<number> {
    this.#refuseWhenClosed();
    const found = [...this.#open.keys()].filter((bucket) => bucket.includes(contained));
    for (const bucket of found) this.#open.delete(bucket);
    return found.length;
  }

  async check(): Promise<void> {
    this.#refuseWhenClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#open.clear();
  }

  #take = (bucket: string, window: Window, at: Instant): RateLimitStatus => {
    const before = this.#open.get(bucket);
    const after = countedIn(before, window, at);
    if (after === undefined) return standingOf(before, window, at);
    this.#open.set(bucket, after);
    return allowedAs(after.used, after.endsAt, window);
  };

  #giveBack = (bucket: string, window: Window, at: Instant): RateLimitStatus => {
    const open = this.#open.get(bucket);
    if (isOpen(open, window, at) && open.used > 0) this.#open.set(bucket, { ...open, used: open.used - 1 });
    return standingOf(this.#open.get(bucket), window, at);
  };

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Unavailable('limits');
  }

  #forget(at: Instant): void {
    // Deletions continue after a clock was set back, and do not wait until it has caught up.
    if (!isOver(this.#forgetAt, FORGET_EVERY_MS, at)) return;
    this.#forgetAt = plus(at, FORGET_EVERY_MS);
    for (const [bucket, { endsAt }] of this.#open) if (endsAt <= at - KEPT_MS) this.#open.delete(bucket);
  }
}
