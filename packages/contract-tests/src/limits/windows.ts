import { expect } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Promised } from '../promise.ts';
import { after, allowed, MINUTE, perMinute, type RateLimiterHarness, takeTimes } from './harness.ts';

const TWO = perMinute(2);

export const windows: readonly Promised<RateLimiterHarness>[] = [
  {
    id: 'RL-03',
    title: 'starts a window with its first call and ends it exactly `milliseconds` later',
    run: async ({ limiter }) => {
      expect((await limiter.take('a', TWO, after(12_345))).resetAt).toBe(after(12_345 + MINUTE));
      expect((await limiter.take('a', TWO, after(12_345 + MINUTE - 1))).allowed).toBe(true);
      expect((await limiter.take('a', TWO, after(12_345 + MINUTE - 1))).allowed).toBe(false);
      const next = await limiter.take('a', TWO, after(12_345 + MINUTE));
      expect(next).toEqual({ allowed: true, limit: 2, remaining: 1, resetAt: after(12_345 + 2 * MINUTE) });
    },
  },
  {
    id: 'RL-03',
    title: 'starts a new window for a call long after the end, and for another bucket',
    run: async ({ limiter, sibling }) => {
      const short = { limit: 1, milliseconds: 10 };
      expect((await limiter.take('a', short, after(0))).resetAt).toBe(after(10));
      expect((await sibling.take('a', short, after(9))).allowed).toBe(false);
      expect((await sibling.take('a', short, after(777))).resetAt).toBe(after(787));
      expect((await limiter.take('b', short, after(5))).resetAt).toBe(after(15));
    },
  },
  {
    id: 'RL-06',
    title: 'counts a call with a lagging clock in the open window',
    run: async ({ limiter, sibling }) => {
      await limiter.take('a', perMinute(3), after(MINUTE));
      const lagging = await sibling.take('a', perMinute(3), after(0));
      expect(lagging).toEqual({ allowed: true, limit: 3, remaining: 1, resetAt: after(2 * MINUTE) });
      expect((await limiter.take('a', perMinute(3), after(MINUTE + 1))).remaining).toBe(0);
      expect((await sibling.take('a', perMinute(3), after(1))).allowed).toBe(false);
    },
  },
  {
    id: 'RL-06',
    title: 'never reopens an older window for a call with a lagging clock',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, after(0));
      await takeTimes(limiter, 2, 'a', TWO, after(MINUTE + 5));
      for (const lag of [MINUTE + 4, MINUTE, MINUTE - 1, 0, -MINUTE]) {
        expect(allowed(await takeTimes(sibling, 3, 'a', TWO, after(lag)))).toEqual([]);
        expect((await sibling.take('a', TWO, after(lag))).resetAt).toBe(after(2 * MINUTE + 5));
      }
      expect((await limiter.take('a', TWO, after(2 * MINUTE + 5))).remaining).toBe(1);
    },
  },
  {
    id: 'RL-06',
    title: 'remembers a window that has just ended for a call with a lagging clock, while other buckets are used',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, after(0));
      for (const passed of [MINUTE, 2 * MINUTE, 3 * MINUTE]) await limiter.take('b', TWO, after(passed));
      expect((await sibling.take('a', TWO, after(MINUTE - 1))).allowed).toBe(false);
    },
  },
  {
    id: 'RL-07',
    title: 'forgets windows that ended long ago',
    run: async ({ limiter, remembered }) => {
      for (let caller = 0; caller < 60; caller++) await limiter.take(`caller ${caller}`, TWO, after(0));
      expect(await remembered()).toBeGreaterThanOrEqual(60);
      // An adapter may forget during a few calls or in a sweep of its own.
      for (let call = 0; call < 2000 && (await remembered()) > 5; call++) {
        await limiter.take('the present', TWO, (after(0) + 2 * 24 * 60 * MINUTE + call) as Instant);
      }
      expect(await remembered()).toBeLessThanOrEqual(5);
    },
  },
];
