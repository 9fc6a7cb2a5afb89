import { expect } from '@jest/globals';
import type { PromiseTest } from '../base/promise.ts';
import { afterStart, onlyAllowed, perMinute, type RateLimiterHarness, takeTimes } from './harness.ts';

const TWO = perMinute(2);

export const clearingPromises: readonly PromiseTest<RateLimiterHarness>[] = [
  {
    id: 'RL-10',
    title: 'starts the buckets from zero whose name contains a text, and no others',
    run: async ({ limiter, sibling }) => {
      const cleared = ['user:ada', 'token:ada:1', 'ada'];
      const others = ['user:bea', 'user:Ada', 'ad', ''];
      for (const bucket of [...cleared, ...others]) await takeTimes(limiter, 2, bucket, TWO, afterStart(0));
      expect(await sibling.clear('ada')).toBe(cleared.length);
      for (const bucket of cleared)
        expect([bucket, onlyAllowed(await takeTimes(limiter, 3, bucket, TWO, afterStart(1)))]).toEqual([
          bucket,
          [expect.objectContaining({ remaining: 1 }), expect.objectContaining({ remaining: 0 })],
        ]);
      for (const bucket of others)
        expect([bucket, onlyAllowed(await takeTimes(limiter, 1, bucket, TWO, afterStart(1)))]).toEqual([bucket, []]);
    },
  },
  {
    id: 'RL-10',
    title: 'starts all buckets from zero for the empty text, and takes no text for a pattern',
    run: async ({ limiter, sibling, remembered }) => {
      for (const bucket of ['a', 'b%', '\u{1F511}', 'a\0']) await takeTimes(limiter, 2, bucket, TWO, afterStart(0));
      for (const pattern of ['.', '_', '%%', '*', '$', '\\'])
        expect([pattern, await sibling.clear(pattern)]).toEqual([pattern, 0]);
      expect(await sibling.clear('b%')).toBe(1);
      expect(await sibling.clear('')).toBe(3);
      expect(await remembered()).toBe(0);
      expect(await limiter.clear('')).toBe(0);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'a', TWO, afterStart(1)))).toHaveLength(2);
    },
  },
];
