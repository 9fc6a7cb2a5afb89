import { expect } from '@jest/globals';
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

/** Bucket names that are equal unless compared byte by byte. */
const ODD = [
  'a',
  'A',
  'a ',
  ' a',
  'ä',
  'a\u0308',
  'a\0',
  'a\0b',
  '',
  'a%',
  'a_',
  '1',
  '01',
  '\u{1F511}',
  'null',
  'a.b',
  '$a',
];

export const countingPromises: readonly PromiseTest<RateLimiterHarness>[] = [
  {
    id: 'RL-01',
    title: 'allows exactly `limit` of many concurrent calls',
    run: async ({ limiter, sibling }) => {
      const standings = await Promise.all([
        takeTimes(limiter, 40, 'a', perMinute(25), afterStart(0)),
        takeTimes(sibling, 40, 'a', perMinute(25), afterStart(0)),
      ]);
      expect(onlyAllowed(standings.flat())).toHaveLength(25);
    },
  },
  {
    id: 'RL-01',
    title: 'allows exactly `limit` of many sequential calls',
    run: async ({ limiter, sibling }) => {
      const outcomes: boolean[] = [];
      for (let call = 0; call < 8; call++) {
        outcomes.push((await (call % 2 ? limiter : sibling).take('a', perMinute(5), afterStart(call))).allowed);
      }
      expect(outcomes).toEqual([true, true, true, true, true, false, false, false]);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'none', perMinute(0), afterStart(0)))).toEqual([]);
      expect(onlyAllowed(await takeTimes(limiter, 3, 'one', perMinute(1), afterStart(0)))).toHaveLength(1);
    },
  },
  {
    id: 'RL-02',
    title: 'gives each allowed call its own remaining count and the same reset time',
    run: async ({ limiter, sibling }) => {
      const standings = (
        await Promise.all([
          takeTimes(limiter, 20, 'a', perMinute(30), afterStart(0)),
          takeTimes(sibling, 20, 'a', perMinute(30), afterStart(0)),
        ])
      ).flat();
      expect(remainingCalls(onlyAllowed(standings))).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index));
      expect(new Set(standings.map(({ resetAt }) => resetAt))).toEqual(new Set([afterStart(MINUTE)]));
      expect(new Set(standings.map(({ limit }) => limit))).toEqual(new Set([30]));
    },
  },
  {
    id: 'RL-02',
    title: 'gives a refused call zero remaining and the same reset time',
    run: async ({ limiter }) => {
      await takeTimes(limiter, 2, 'a', perMinute(2), afterStart(0));
      expect(await limiter.take('a', perMinute(2), afterStart(500))).toEqual({
        allowed: false,
        limit: 2,
        remaining: 0,
        resetAt: afterStart(MINUTE),
      });
    },
  },
  {
    id: 'RL-04',
    title: 'charges nothing for a refused call and keeps the reset time',
    run: async ({ limiter }) => {
      await takeTimes(limiter, 2, 'a', perMinute(2), afterStart(0));
      for (const late of [1, 30_000, MINUTE - 1]) {
        await takeTimes(limiter, 10, 'a', perMinute(2), afterStart(late));
        expect(await limiter.take('a', perMinute(2), afterStart(late))).toEqual({
          allowed: false,
          limit: 2,
          remaining: 0,
          resetAt: afterStart(MINUTE),
        });
      }
      // A higher limit finds only the two allowed calls.
      expect(await limiter.take('a', perMinute(5), afterStart(MINUTE - 1))).toMatchObject({
        allowed: true,
        remaining: 2,
      });
      expect(remainingCalls(onlyAllowed(await takeTimes(limiter, 5, 'a', perMinute(2), afterStart(MINUTE))))).toEqual([
        1, 0,
      ]);
    },
  },
  {
    id: 'RL-04',
    title: 'counts calls that arrive together in their order, each at its own time and with its own limit',
    run: async ({ limiter }) => {
      const calls = [
        [perMinute(2), 0],
        [perMinute(2), 1],
        [perMinute(2), 2],
        [perMinute(3), 3],
        [perMinute(3), MINUTE],
        [perMinute(1), MINUTE + 1],
        [perMinute(2), MINUTE + 2],
      ] as const;
      const together = (bucket: string) =>
        Promise.all(calls.map(([window, at]) => limiter.take(bucket, window, afterStart(at))));
      const standings = await Promise.all(['b', 'a', 'c'].map(together));
      for (const some of standings) {
        expect(some.map(({ allowed, remaining }) => (allowed ? remaining : 'refused'))).toEqual([
          1,
          0,
          'refused',
          0,
          2,
          'refused',
          0,
        ]);
        expect(some.map(({ resetAt }) => resetAt - afterStart(MINUTE))).toEqual([0, 0, 0, 0, MINUTE, MINUTE, MINUTE]);
      }
      // Counts are stored, also where the last call of a bucket was refused.
      for (const bucket of ['a', 'b', 'c'])
        expect(await limiter.take(bucket, perMinute(5), afterStart(MINUTE + 3))).toMatchObject({ remaining: 2 });
    },
  },
  {
    id: 'RL-05',
    title: 'counts buckets separately, compared byte by byte',
    run: async ({ limiter }) => {
      const all = [...ODD, 'x'.repeat(1000), `${'x'.repeat(999)}y`];
      for (const bucket of all) {
        expect([bucket, remainingCalls(await takeTimes(limiter, 2, bucket, perMinute(2), afterStart(0)))]).toEqual([
          bucket,
          [1, 0],
        ]);
      }
      for (const bucket of all) expect((await limiter.take(bucket, perMinute(2), afterStart(1))).allowed).toBe(false);
    },
  },
];
