import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { ChainLimiter, Charge } from '@strongroom/ports';
import { MemoryRateLimiter, SqliteRateLimiter } from '../src/index.ts';

const AT = 1_900_000_000_000 as Instant;
const charge = (bucket: string, limit: number): Charge => ({ bucket, window: { limit, milliseconds: 60_000 } });
const once = (bucket: string): Charge => ({ ...charge(bucket, 1), endsChain: true });
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-chains-'));
  file = join(folder, 'limits.db');
});
afterEach(() => rm(folder, { recursive: true }));

describe.each([
  ['in memory', async (): Promise<ChainLimiter> => new MemoryRateLimiter()],
  ['in SQLite', (): Promise<ChainLimiter> => SqliteRateLimiter.open({ file })],
])('a chain of buckets %s', (_, open) => {
  let limiter: ChainLimiter;
  beforeEach(async () => {
    limiter = await open();
  });
  afterEach(() => limiter.close());

  const left = async ({ bucket, window }: Charge): Promise<number> => {
    const { allowed, remaining } = await limiter.take(bucket, window, AT);
    if (allowed) await limiter.giveBack(bucket, window, AT);
    return allowed ? remaining + 1 : 0;
  };

  test('counts in every bucket', async () => {
    const [a, b] = [charge('a', 5), charge('b', 3)];
    expect(await limiter.takeChain([a, b], AT)).toMatchObject([
      { allowed: true, remaining: 4 },
      { allowed: true, remaining: 2 },
    ]);
    expect([await left(a), await left(b)]).toEqual([4, 2]);
  });

  test('counts in none when one of them refuses, and in none after it', async () => {
    const [a, b, c] = [charge('a', 5), charge('b', 1), charge('c', 5)];
    await limiter.take(b.bucket, b.window, AT);
    expect(await limiter.takeChain([a, b, c], AT)).toMatchObject([{ allowed: true }, { allowed: false }]);
    expect([await left(a), await left(b), await left(c)]).toEqual([5, 0, 5]);
  });

  test('ends without a refusal at a bucket that only ends it', async () => {
    const [a, c] = [charge('a', 5), charge('c', 5)];
    expect(await limiter.takeChain([a, once('b'), c], AT)).toHaveLength(3);
    expect(await limiter.takeChain([a, once('b'), c], AT)).toMatchObject([{ allowed: true }, { allowed: false }]);
    expect([await left(a), await left(c)]).toEqual([3, 4]);
  });

  test('gives back the calls before a bucket that refuses, unless they ended a chain', async () => {
    const [a, full] = [charge('a', 5), charge('full', 0)];
    expect(await limiter.takeChain([a, once('b'), full], AT)).toHaveLength(3);
    expect([await left(a), await left(once('b'))]).toEqual([5, 1]);
  });
});

test('two processes that count chains in one file allow exactly the limits together', async () => {
  const [one, two] = [await SqliteRateLimiter.open({ file }), await SqliteRateLimiter.open({ file })];
  const [person, rooms] = [charge('person', 150), charge('rooms', 20)];
  const all = await Promise.all(
    upTo(400).map((n) => (n % 2 === 0 ? one : two).takeChain([person, once(`room ${n % 25}`), rooms], AT)),
  );
  const reached = all.map((standings) => standings.map(({ allowed }) => allowed).join(' '));
  expect(reached.filter((text) => text === 'true true true')).toHaveLength(20);
  expect(reached.filter((text) => text.startsWith('true') && text !== 'true true false')).toHaveLength(150);
  await Promise.all([one.close(), two.close()]);
});
