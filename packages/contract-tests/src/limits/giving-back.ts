import { expect } from '@jest/globals';
import type { PromiseTest } from '../base/promise.ts';
import { afterStart, MINUTE, onlyAllowed, perMinute, type RateLimiterHarness, takeTimes } from './harness.ts';

const TWO = perMinute(2);

export const giveBackPromises: readonly PromiseTest<RateLimiterHarness>[] = [
  {
    id: 'RL-08',
    title: 'lets a call be taken again in the same window after it was given back',
    run: async ({ limiter, sibling }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(0));
      expect((await sibling.giveBack('a', TWO, afterStart(5))).remaining).toBe(1);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'a', TWO, afterStart(6)))).toHaveLength(1);
      expect((await limiter.take('a', TWO, afterStart(7))).resetAt).toBe(afterStart(MINUTE));
    },
  },
  {
    id: 'RL-08',
    title: 'never grows a window beyond its limit, however often a call is given back',
    run: async ({ limiter }) => {
      await limiter.take('a', TWO, afterStart(0));
      for (let time = 0; time < 3; time++) expect((await limiter.giveBack('a', TWO, afterStart(1))).remaining).toBe(2);
      expect(onlyAllowed(await takeTimes(limiter, 4, 'a', TWO, afterStart(2)))).toHaveLength(2);
    },
  },
  {
    id: 'RL-08',
    title: 'ignores a call given back to an ended window or an unused bucket',
    run: async ({ limiter }) => {
      await takeTimes(limiter, 2, 'a', TWO, afterStart(0));
      expect((await limiter.giveBack('a', TWO, afterStart(MINUTE))).remaining).toBe(2);
      expect((await limiter.giveBack('b', TWO, afterStart(0))).remaining).toBe(2);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'a', TWO, afterStart(MINUTE)))).toHaveLength(2);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'b', TWO, afterStart(0)))).toHaveLength(2);
    },
  },
];
