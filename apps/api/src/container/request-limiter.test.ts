import { beforeEach, expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { type Instant, instant } from '@strongroom/domain';
import type { ChargedRequest } from '@strongroom/http-kernel';
import { type RateLimiter, type RateLimitStatus, Unavailable } from '@strongroom/ports';
import { RateLimited } from '../http/errors/errors.ts';
import { Limits, tokenBuckets } from '../http/serve/limits.ts';
import { RequestLimiter } from './request-limiter.ts';

const WINDOW = { limit: 3, milliseconds: 60_000 };
const at = (milliseconds: number): Instant => instant(1_700_000_000_000 + milliseconds);

/** The failure of the shared store; undefined while it counts. */
let failure: Unavailable | undefined;
let asked: number;
let lines: string[];
let limiter: RequestLimiter;
beforeEach(() => {
  [failure, asked, lines] = [undefined, 0, []];
  const shared = new MemoryRateLimiter();
  const answer = <T>(work: () => Promise<T>): Promise<T> => {
    asked += 1;
    return failure === undefined ? work() : Promise.reject(failure);
  };
  const failing: RateLimiter = {
    take: (...call) => answer(() => shared.take(...call)),
    giveBack: (...call) => answer(() => shared.giveBack(...call)),
    clear: (...call) => shared.clear(...call),
    check: () => answer(() => shared.check()),
    close: () => shared.close(),
  };
  const note =
    (level: string) =>
    (_: string, { cause = '' }: Readonly<Record<string, unknown>> = {}): void =>
      void lines.push(`${level} ${String(cause)}`.trim());
  limiter = new RequestLimiter(failing, { info: note('info'), warn: note('warn'), error: note('error') });
});

const fullDisk = (): Unavailable =>
  new Unavailable('limits', { takesNoWrites: true, cause: Object.assign(new Error('no room'), { code: '53100' }) });

const remaining = async (milliseconds: number): Promise<number | 'refused'> => {
  const standing = await limiter.take('token:a', WINDOW, at(milliseconds));
  return standing.allowed ? standing.remaining : 'refused';
};

test('the limiter counts requests in memory while the shared store takes no writes, with the same limit, and says so once', async () => {
  expect(await remaining(0)).toBe(2);
  failure = fullDisk();
  expect([await remaining(1), await remaining(2), await remaining(3), await remaining(4)]).toEqual([
    2,
    1,
    0,
    'refused',
  ]);
  await limiter.check();
  expect(lines).toEqual(['error 53100']);
});

test('a request is counted in two buckets by one call, and a refusal gives back what the other one took', async () => {
  let calls = 0;
  class Counted extends MemoryRateLimiter {
    override take(...call: Parameters<MemoryRateLimiter['take']>): Promise<RateLimitStatus> {
      calls += 1;
      return super.take(...call);
    }
  }
  const shared = new Counted();
  const limits = new Limits({
    limiter: new RequestLimiter(shared, { info: () => undefined, warn: () => undefined, error: () => undefined }),
    clock: { now: () => at(0) },
    perMinute: 2,
  });
  const charge = async (id: string): Promise<RateLimitStatus | undefined> => {
    const outcome: ChargedRequest['outcome'] = { standing: undefined, isCharged: false };
    await limits.charge({ ip: '192.0.2.1', outcome }, tokenBuckets({ id, userId: 'u' }));
    return outcome.standing;
  };
  expect([(await charge('a'))?.remaining, (await charge('a'))?.remaining, calls]).toEqual([1, 0, 0]);
  await expect(charge('a')).rejects.toThrow(RateLimited);
  expect([(await charge('b'))?.remaining, calls]).toEqual([1, 1]);
  expect((await shared.take('user:u', { limit: 20, milliseconds: 60_000 }, at(0))).remaining).toBe(20 - 4);
});

test('the limiter tries the shared store once a second, and counts there again', async () => {
  failure = fullDisk();
  await remaining(0);
  expect(asked).toBe(1);
  await remaining(999);
  expect(asked).toBe(1);
  await remaining(1000);
  expect(asked).toBe(2);
  failure = undefined;
  expect(await remaining(1500)).toBe('refused');
  expect(await remaining(2000)).toBe(2);
  expect(lines).toEqual(['error 53100', 'info']);
});

test('the limiter keeps its own counts, so that a store that takes writes now and then allows no more', async () => {
  failure = fullDisk();
  for (const milliseconds of [0, 1, 2]) await remaining(milliseconds);
  failure = undefined;
  expect(await remaining(1000)).toBe(2);
  failure = fullDisk();
  expect(await remaining(1001)).toBe('refused');
});

test('the limiter refuses a request that no store can count', async () => {
  failure = new Unavailable('limits');
  await expect(remaining(0)).rejects.toBe(failure);
  await expect(limiter.check()).rejects.toBe(failure);
});

test('the limiter gives back where it counts', async () => {
  failure = fullDisk();
  await remaining(0);
  expect((await limiter.giveBack('token:a', WINDOW, at(1))).remaining).toBe(3);
});
