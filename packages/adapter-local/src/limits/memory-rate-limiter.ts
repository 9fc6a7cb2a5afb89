import { type Instant, plus } from '@strongroom/domain';
import { type RateLimiter, type Standing, Unavailable, type Window } from '@strongroom/ports';
import { allowedAs, FORGET_EVERY_MS, KEPT_MS, type OpenWindow, standingOf } from './standing.ts';

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
    const standing = standingOf(before, window, at);
    if (!standing.allowed) return standing;
    const used = before !== undefined && before.endsAt === standing.resetAt && at < before.endsAt ? before.used + 1 : 1;
    this.#open.set(bucket, { endsAt: standing.resetAt, used });
    return allowedAs(used, standing.resetAt, window);
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
