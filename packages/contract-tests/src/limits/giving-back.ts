import { expect } from '@jest/globals';
import type { Promised } from '../base/promise.ts';
import { after, allowed, MINUTE, perMinute, type RateLimiterHarness, takeTimes } from './harness.ts';

const TWO = perMinute(2);

export const givingBack: readonly Promised<RateLimiterHarness>[] = [
  {
    id: 'RL-08',
    title: 'lets a call be taken again in the same window after it was given back',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, after(0));
      expect((await sibling.giveBack('a', TWO, after(5))).remaining).toBe(1);
      expect(allowed(await takeTimes(limiter, 3, 'a', TWO, after(6)))).toHaveLength(1);
      expect((await limiter.take('a', TWO, after(7))).resetAt).toBe(after(MINUTE));
    },
  },
  {
    id: 'RL-08',
    title: 'never grows a window beyond its limit, however often a call is given back',
    run: async ({ limiter }) => {
      await limiter.take('a', TWO, after(0));
      for (let time = 0; time < 3; time++) expect((await limiter.giveBack('a', TWO, after(1))).remaining).toBe(2);
      expect(allowed(await takeTimes(limiter, 4, 'a', TWO, after(2)))).toHaveLength(2);
    },
  },
  {
    id: 'RL-08',
    title: 'ignores a call given back to an ended window or an unused bucket',
    run: async ({ limiter }) => {
      await takeTimes(limiter, 2, 'a', TWO, after(0));
      expect((await limiter.giveBack('a', TWO, after(MINUTE))).remaining).toBe(2);
      expect((await limiter.giveBack('b', TWO, after(0))).remaining).toBe(2);
      expect(allowed(await takeTimes(limiter, 3, 'a', TWO, after(MINUTE)))).toHaveLength(2);
      expect(allowed(await takeTimes(limiter, 3, 'b', TWO, after(0)))).toHaveLength(2);
    },
  },
];
