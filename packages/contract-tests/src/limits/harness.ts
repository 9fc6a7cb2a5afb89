import type { Instant } from '@strongroom/domain';
import type { RateLimiter, RateLimitStatus, Window } from '@strongroom/ports';

export type RateLimiterHarness = {
  limiter: RateLimiter;
  /** The limits as a second process sees them. An adapter for a single process returns `limiter` again. */
  sibling: RateLimiter;
  /** Number of buckets that the store holds now. */
  remembered: () => Promise<number>;
  end: () => Promise<void>;
};

export const MINUTE = 60_000;

/** Two days ago: a store that expires windows by its own clock finds these expired. */
const START = (Date.now() - 2 * 24 * 60 * MINUTE) as Instant;
export const afterStart = (milliseconds: number): Instant => (START + milliseconds) as Instant;

export const perMinute = (limit: number): Window => ({ limit, milliseconds: MINUTE });

/** Calls `take` concurrently `times` times with the same `at`. Returns the results in the order of the calls. */
export const takeTimes = (
  limiter: RateLimiter,
  times: number,
  bucket: string,
  window: Window,
  at: Instant,
): Promise<readonly RateLimitStatus[]> =>
  Promise.all(Array.from({ length: times }, () => limiter.take(bucket, window, at)));

export const onlyAllowed = (standings: readonly RateLimitStatus[]): readonly RateLimitStatus[] =>
  standings.filter((standing) => standing.allowed);

/** `remaining` of each, in falling order. */
export const remainingCalls = (standings: readonly RateLimitStatus[]): readonly number[] =>
  standings.map(({ remaining }) => remaining).toSorted((a, b) => b - a);
