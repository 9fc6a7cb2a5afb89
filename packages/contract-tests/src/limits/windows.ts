import { expect } from '@jest/globals';
import { DAY, type Instant } from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  afterStart,
  MINUTE,
  onlyAllowed,
  perMinute,
  type RateLimiterHarness,
  remainingCalls,
  takeTimes,
} from './harness.ts';

const TWO = perMinute(2);
/** A moment of the present: a clock that is ahead of it lets a store forget what ended by the store's own clock too. */
const fromNow = (milliseconds: number): Instant => afterStart(2 * DAY + milliseconds);

export const windowPromises: readonly PromiseTest<RateLimiterHarness>[] = [
  {
    id: 'RL-03',
    title: 'starts a window with its first call and ends it exactly `milliseconds` later',
    run: async ({ limiter }) => {
      expect((await limiter.take('a', TWO, afterStart(12_345))).resetAt).toBe(afterStart(12_345 + MINUTE));
      expect((await limiter.take('a', TWO, afterStart(12_345 + MINUTE - 1))).allowed).toBe(true);
      expect((await limiter.take('a', TWO, afterStart(12_345 + MINUTE - 1))).allowed).toBe(false);
      const next = await limiter.take('a', TWO, afterStart(12_345 + MINUTE));
      expect(next).toEqual({ allowed: true, limit: 2, remaining: 1, resetAt: afterStart(12_345 + 2 * MINUTE) });
    },
  },
  {
    id: 'RL-03',
    title: 'starts a new window for a call long after the end, and for another bucket',
    run: async ({ limiter, sibling }) => {
      const short = { limit: 1, milliseconds: 10 };
      expect((await limiter.take('a', short, afterStart(0))).resetAt).toBe(afterStart(10));
      expect((await sibling.take('a', short, afterStart(9))).allowed).toBe(false);
      expect((await sibling.take('a', short, afterStart(777))).resetAt).toBe(afterStart(787));
      expect((await limiter.take('b', short, afterStart(5))).resetAt).toBe(afterStart(15));
    },
  },
  {
    id: 'RL-06',
    title: 'counts a call with a lagging clock in the open window',
    run: async ({ limiter, sibling }) => {
      await limiter.take('a', perMinute(3), afterStart(MINUTE));
      const lagging = await sibling.take('a', perMinute(3), afterStart(0));
      expect(lagging).toEqual({ allowed: true, limit: 3, remaining: 1, resetAt: afterStart(2 * MINUTE) });
      expect((await limiter.take('a', perMinute(3), afterStart(MINUTE + 1))).remaining).toBe(0);
      expect((await sibling.take('a', perMinute(3), afterStart(1))).allowed).toBe(false);
    },
  },
  {
    id: 'RL-06',
    title: 'never reopens an older window for a call with a lagging clock',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(0));
      await takeTimes(limiter, 2, 'a', TWO, afterStart(MINUTE + 5));
      for (const lag of [MINUTE + 4, MINUTE, MINUTE - 1, 0, -MINUTE + 5]) {
        expect(onlyAllowed(await takeTimes(sibling, 3, 'a', TWO, afterStart(lag)))).toEqual([]);
        expect((await sibling.take('a', TWO, afterStart(lag))).resetAt).toBe(afterStart(2 * MINUTE + 5));
      }
      expect((await limiter.take('a', TWO, afterStart(2 * MINUTE + 5))).remaining).toBe(1);
    },
  },
  {
    id: 'RL-06',
    title: 'remembers a window that has just ended for a call with a lagging clock, while other buckets are used',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(0));
      for (const passed of [MINUTE, 2 * MINUTE, 3 * MINUTE]) await limiter.take('b', TWO, afterStart(passed));
      expect((await sibling.take('a', TWO, afterStart(MINUTE - 1))).allowed).toBe(false);
    },
  },
  {
    id: 'RL-09',
    title:
      'starts a window in place of one that a clock ahead opened, as soon as it lags by more than clocks may differ',
    run: async ({ limiter, sibling }) => {
      for (const ahead of [MAX_CLOCK_GAP_MS + 1, DAY, 400 * DAY]) {
        const bucket = `ahead by ${ahead}`;
        expect(onlyAllowed(await takeTimes(limiter, 3, bucket, TWO, fromNow(ahead)))).toHaveLength(2);
        const standings = await takeTimes(sibling, 3, bucket, TWO, fromNow(0));
        expect(remainingCalls(onlyAllowed(standings))).toEqual([1, 0]);
        expect(new Set(standings.map(({ resetAt }) => resetAt))).toEqual(new Set([fromNow(MINUTE)]));
        expect((await limiter.take(bucket, TWO, fromNow(1))).allowed).toBe(false);
      }
    },
  },
  {
    id: 'RL-09',
    title: 'keeps the window of a clock that is ahead by as much as clocks may differ',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(MAX_CLOCK_GAP_MS));
      expect(onlyAllowed(await takeTimes(sibling, 2, 'a', TWO, afterStart(0)))).toEqual([]);
    },
  },
  {
    id: 'RL-09',
    title: 'measures a window by the length that the call names',
    run: async ({ limiter }) => {
      const long = { limit: 2, milliseconds: DAY };
      await takeTimes(limiter, 2, 'a', long, afterStart(0));
      expect((await limiter.take('a', long, afterStart(1))).allowed).toBe(false);
      expect((await limiter.take('a', { limit: 0, milliseconds: MINUTE }, afterStart(1))).resetAt).toBe(
        afterStart(1 + MINUTE),
      );
    },
  },
  {
    id: 'RL-09',
    title: 'gives nothing back to a window that a clock ahead opened',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(400 * DAY));
      expect(await sibling.giveBack('a', TWO, afterStart(0))).toEqual({
        allowed: true,
        limit: 2,
        remaining: 2,
        resetAt: afterStart(MINUTE),
      });
      expect((await limiter.take('a', TWO, afterStart(400 * DAY))).allowed).toBe(false);
    },
  },
  {
    id: 'RL-07',
    title: 'forgets windows that ended long ago',
    run: async ({ limiter, remembered }) => {
      for (let caller = 0; caller < 60; caller++) await limiter.take(`caller ${caller}`, TWO, afterStart(0));
      expect(await remembered()).toBeGreaterThanOrEqual(60);
      // An adapter may forget during a few calls or in a sweep of its own.
      for (let call = 0; call < 2000 && (await remembered()) > 5; call++) {
        await limiter.take('the present', TWO, (afterStart(0) + 2 * 24 * 60 * MINUTE + call) as Instant);
      }
      expect(await remembered()).toBeLessThanOrEqual(5);
    },
  },
];
