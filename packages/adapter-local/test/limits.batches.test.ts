import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { MemoryRateLimiter, SqliteRateLimiter } from '../src/index.ts';
import { CREATE_WINDOWS, WindowTable } from '../src/limits/window-table.ts';

const AT = 1_900_000_000_000;
const at = (later: number): Instant => (AT + later) as Instant;
const WINDOW = { limit: 30, milliseconds: 60_000 };

let folder: string;
/** Two connections to one file. */
let one: SqliteRateLimiter;
let two: SqliteRateLimiter;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-limits-'));
  const file = join(folder, 'limits.db');
  [one, two] = [await SqliteRateLimiter.open({ file }), await SqliteRateLimiter.open({ file })];
});
afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
  await rm(folder, { recursive: true });
});

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

test('another process sees what the calls of one turn have counted together', async () => {
  await Promise.all(upTo(20).map(() => one.take('bucket', WINDOW, at(0))));
  expect(await two.take('bucket', WINDOW, at(1))).toMatchObject({ allowed: true, remaining: 9 });
  await Promise.all(upTo(20).map(() => one.take('bucket', WINDOW, at(2))));
  expect(await two.take('bucket', WINDOW, at(3))).toMatchObject({ allowed: false, remaining: 0 });
});

test('calls of one turn are answered as if they came one after the other', async () => {
  const memory = new MemoryRateLimiter();
  const shapes = [WINDOW, { limit: 5, milliseconds: 40 }, { limit: 0, milliseconds: 40 }];
  for (const turn of upTo(40)) {
    const calls = upTo(1 + (turn % 12)).map((n) => ({
      bucket: `bucket ${(turn * 5 + n * n) % 3}`,
      window: shapes[(turn + n) % shapes.length] ?? WINDOW,
      now: at(turn * 9 + ((n * 7) % 5)),
      isTake: (turn + n * 3) % 7 > 0,
    }));
    const through = (limiter: MemoryRateLimiter | SqliteRateLimiter) =>
      calls.map(({ bucket, window, now, isTake }) =>
        isTake ? limiter.take(bucket, window, now) : limiter.giveBack(bucket, window, now),
      );
    const expected = await Promise.all(through(memory));
    expect(await Promise.all(through(turn % 4 === 0 ? two : one))).toEqual(expected);
  }
});

/** A database that counts what is asked of its statements. */
class Counting extends DatabaseSync {
  asked = 0;

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    const get = statement.get.bind(statement) as (...values: unknown[]) => unknown;
    Object.defineProperty(statement, 'get', {
      value: (...values: unknown[]) => {
        this.asked += 1;
        return get(...values);
      },
    });
    return statement;
  }
}

test('a window that refuses is read once for all calls of a transaction', () => {
  const database = new Counting(':memory:');
  database.exec(CREATE_WINDOWS);
  const table = new WindowTable(database);
  const once = { limit: 1, milliseconds: 60_000 };
  table.take('room', once, at(0));
  table.flush();
  database.asked = 0;
  const standings = upTo(100).map(() => table.take('room', once, at(1)));
  expect(standings).toEqual(upTo(100).map(() => ({ allowed: false, limit: 1, remaining: 0, resetAt: at(60_000) })));
  expect(database.asked).toBe(2);
  // A call with a higher limit counts in what was read, and the count is kept.
  expect(table.take('room', WINDOW, at(2))).toMatchObject({ allowed: true, remaining: 28 });
  table.flush();
  expect(table.standing('room', WINDOW, at(3))).toMatchObject({ remaining: 28 });
  database.close();
});
