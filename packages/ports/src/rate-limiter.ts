import type { Instant } from '@strongroom/domain';

/** So many calls in so many milliseconds, counted from the first call. */
export type Window = Readonly<{ limit: number; milliseconds: number }>;

export type Standing = Readonly<{
  allowed: boolean;
  limit: number;
  /** Calls left in the window after this one. */
  remaining: number;
  /** When the window ends. */
  resetAt: Instant;
}>;

/**
 * Exact counting of calls in fixed windows, across all processes that share it.
 *
 * - [RL-01] Of any number of calls in one window, exactly `limit` are allowed, also when they come at the same time.
 * - [RL-02] The allowed calls carry `remaining` limit−1 … 0, each exactly once, and all the same `resetAt`.
 * - [RL-03] A window starts with its first call and ends `milliseconds` later; the first call at or after that moment starts another.
 * - [RL-04] A refused call changes nothing: it costs no allowance and moves no end.
 * - [RL-05] Buckets do not touch each other, compared byte by byte.
 * - [RL-06] A call whose clock lags counts in the window that is open and never reopens an older one.
 * - [RL-07] What is long over is forgotten, so that the store does not grow without end.
 * - [RL-08] `giveBack` returns one allowance to the window that is open, never beyond its limit, and nothing to one that is over.
 */
export interface RateLimiter {
  take(bucket: string, window: Window, at: Instant): Promise<Standing>;
  /** How the bucket stands, without taking from it. */
  peek(bucket: string, window: Window, at: Instant): Promise<Standing>;
  /** For what turned out not to count. */
  giveBack(bucket: string, window: Window, at: Instant): Promise<Standing>;
  check(): Promise<void>;
  close(): Promise<void>;
}
