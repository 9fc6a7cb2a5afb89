import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { SqliteRateLimiter } from '../src/index.ts';

const WINDOW = { limit: 3, milliseconds: 60_000 };
const AT = 1_900_000_000_000 as Instant;

let folder: string;
let file: string;
const opened: SqliteRateLimiter[] = [];
const open = async (deadlineMs?: number): Promise<SqliteRateLimiter> => {
  const limiter = await SqliteRateLimiter.open(deadlineMs === undefined ? { file } : { file, deadlineMs });
  opened.push(limiter);
  return limiter;
};
const take = (limiter: SqliteRateLimiter) => limiter.take('bucket', WINDOW, AT);

/** Steps of the disk that follow each other at once elsewhere lie apart here, and others come between them. */
async function onBusyDisk(place: string, work: () => Promise<void>): Promise<void> {
  const content = Buffer.alloc(300_000);
  const over = new AbortController();
  const writers = Array.from({ length: 12 }, async (_, number) => {
    while (!over.signal.aborted) await writeFile(join(place, `busy-${number}`), content);
  });
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(writers);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-limits-'));
  file = join(folder, 'data', 'limits.db');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
  await rm(folder, { recursive: true });
});

describe('the file of limits', () => {
  test('keeps its counts when it is opened again', async () => {
    const first = await open();
    await take(first);
    await first.close();
    expect((await take(await open())).remaining).toBe(1);
  });

  test('is readable for its owner only, and so is its log', async () => {
    await take(await open());
    for (const name of await readdir(join(folder, 'data'))) {
      expect([name, (await stat(join(folder, 'data', name))).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  test('is created again if it holds something else', async () => {
    await (await open()).close();
    for (const damage of [
      'not a database at all, but a text of some length',
      '\0'.repeat(8192),
      'SQLite format 3\0 and then nothing',
    ]) {
      await writeFile(file, damage);
      expect((await take(await open())).remaining).toBe(2);
      await opened.pop()?.close();
    }
  });

  test('is created again if pages of it were overwritten', async () => {
    const before = await open();
    await Promise.all(Array.from({ length: 500 }, (_, caller) => before.take(`caller ${caller}`, WINDOW, AT)));
    await before.close();
    const content = await readFile(file);
    await writeFile(file, content.fill(0x5a, 4096));
    expect((await take(await open())).remaining).toBe(2);
  });

  test('is created again if its schema differs', async () => {
    await (await open()).close();
    const database = new DatabaseSync(file);
    database.exec('DROP TABLE windows; CREATE TABLE windows (other TEXT); PRAGMA user_version = 99');
    database.close();
    expect((await take(await open())).remaining).toBe(2);
  });

  test('is created again if it was deleted and its log was not', async () => {
    const running = await open();
    await take(running);
    await rm(file);
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect((await take(await open())).remaining).toBe(2);
  });

  test('is shared by processes that find it damaged at the same time', async () => {
    await (await open()).close();
    await onBusyDisk(folder, async () => {
      for (let round = 0; round < 50; round += 1) {
        await writeFile(file, 'not a database at all, but a text of some length');
        const limiters = await Promise.all(Array.from({ length: 5 }, () => open()));
        const standings = await Promise.all(limiters.map(take));
        expect(standings.filter(({ allowed }) => allowed)).toHaveLength(3);
        expect(existsSync(`${file}.repair`)).toBe(false);
        await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
      }
    });
  });

  test('is repaired although another process died while repairing it', async () => {
    await (await open()).close();
    await writeFile(file, 'not a database at all, but a text of some length');
    await mkdir(`${file}.repair`);
    await utimes(`${file}.repair`, 1_000_000_000, 1_000_000_000);
    expect((await take(await open())).remaining).toBe(2);
  });
});

describe('while another process holds the file', () => {
  const holding = (): DatabaseSync => {
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    return other;
  };

  test('a call waits without holding up the event loop, and is counted once', async () => {
    const limiter = await open();
    const other = holding();
    const waiting = take(limiter);
    let turns = 0;
    let longest = 0;
    for (let last = performance.now(); turns < 20; turns++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    other.exec('COMMIT');
    other.close();
    expect(await waiting).toMatchObject({ allowed: true, remaining: 2 });
    expect((await take(limiter)).remaining).toBe(1);
    expect(longest).toBeLessThan(2000);
  });

  test('a call fails as Unavailable after its deadline', async () => {
    const limiter = await open(100);
    const other = holding();
    await expect(take(limiter)).rejects.toMatchObject({ constructor: Unavailable, dependency: 'limits' });
    await expect(limiter.check()).rejects.toBeInstanceOf(Unavailable);
    other.close();
    expect((await take(limiter)).remaining).toBe(2);
  });
});

test('the file of limits rejects calls after close as Unavailable, and answers those before', async () => {
  const limiter = await open();
  const before = take(limiter);
  await limiter.close();
  expect((await before).remaining).toBe(2);
  for (const call of [() => take(limiter), () => limiter.check()]) {
    await expect(call()).rejects.toBeInstanceOf(Unavailable);
  }
});

test('the file of limits rejects fractions and NaN with TypeError, without effect on concurrent calls', async () => {
  const limiter = await open();
  const calls = await Promise.allSettled([
    take(limiter),
    limiter.take('bucket', { limit: 1.5, milliseconds: 10 }, AT),
    limiter.take('bucket', WINDOW, Number.NaN as Instant),
    take(limiter),
  ]);
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect((await take(limiter)).remaining).toBe(0);
});
