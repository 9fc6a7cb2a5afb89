import type { Instant } from '@strongroom/domain';
import type { RateLimiter, Standing, Window } from '@strongroom/ports';

/** What a rate limiter's suite needs of an adapter. */
export type RateLimiterHarness = {
  limiter: RateLimiter;
  /** The same limits as another process sees them; where no process can share them, the same limiter. */
  sibling: RateLimiter;
  /** How many buckets the store holds just now. */
  remembered: () => Promise<number>;
  end: () => Promise<void>;
};

export const MINUTE = 60_000;

/** Two days ago: a store that forgets by a clock of its own finds these windows long over. */
const START = (Date.now() - 2 * 24 * 60 * MINUTE) as Instant;
export const after = (milliseconds: number): Instant => (START + milliseconds) as Instant;

export const perMinute = (limit: number): Window => ({ limit, milliseconds: MINUTE });

/** Takes so many times at one moment, all at once, and answers in the order of the calls. */
export const takeTimes = (
  limiter: RateLimiter,
  times: number,
  bucket: string,
  window: Window,
  at: Instant,
): Promise<readonly Standing[]> => Promise.all(Array.from({ length: times }, () => limiter.take(bucket, window, at)));

export const allowed = (standings: readonly Standing[]): readonly Standing[] =>
  standings.filter((standing) => standing.allowed);

/** `remaining` of each, the most first. */
export const remainders = (standings: readonly Standing[]): readonly number[] =>
  standings.map(({ remaining }) => remaining).toSorted((a, b) => b - a);
