import type { Instant } from '@strongroom/domain';

/** `limit` calls in `milliseconds`, counted from the first call. */
export type Window = Readonly<{ limit: number; milliseconds: number }>;

export type RateLimitStatus = Readonly<{
  allowed: boolean;
  limit: number;
  /** Calls left in the window after this one. */
  remaining: number;
  /** When the window ends. */
  resetAt: Instant;
}>;

/**
 * Counts calls exactly, in fixed windows, across all processes that share the store.
 *
 * - [RL-01] Of any number of calls in one window, exactly `limit` are allowed, even if they are concurrent.
 * - [RL-02] The allowed calls carry `remaining` limit−1 … 0, each exactly once, and all the same `resetAt`.
 * - [RL-03] A window starts with its first call and ends `milliseconds` later; the first call at or after that time starts another.
 * - [RL-04] A refused call changes neither the allowance nor the end of the window.
 * - [RL-05] Buckets are independent; their names are compared byte by byte.
 * - [RL-06] A call whose clock lags by up to `MAX_CLOCK_GAP_MS` counts in the open window and never reopens an older one.
 * - [RL-07] Windows that ended long ago are deleted, so that the store does not grow without bound.
 * - [RL-08] `giveBack` returns one allowance to the open window, never beyond its limit, and changes nothing once the window has ended.
 * - [RL-09] A window that ends later than its length and `MAX_CLOCK_GAP_MS` from now was opened by a clock that ran ahead, and is over.
 * - [RL-10] `clear` deletes the windows of all buckets whose name contains the text, in every process, and returns their number; the empty text is in every name.
 */
export interface RateLimiter {
  take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus>;
  /** Takes back a call that turned out not to count. */
  giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus>;
  /** For an operator: the buckets start from zero. */
  clear(contained: string): Promise<number>;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** One bucket of a chain. `endsChain`: its refusal refuses nothing; the buckets before it stay counted and those after it are left out. */
export type Charge = Readonly<{ bucket: string; window: Window; endsChain?: boolean }>;

/** Counts in several buckets by one call. */
export interface ChainLimiter extends RateLimiter {
  /**
   * Takes from the buckets in order, in one transaction. A refusal takes back those before it, unless the bucket only ends the
   * chain. Returns their standings, of which the last one may be a refusal.
   */
  takeChain(charges: readonly Charge[], at: Instant): Promise<readonly RateLimitStatus[]>;
}
