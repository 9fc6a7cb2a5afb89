import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { QuickCalls } from '../src/node/quick-calls.ts';
import { fileSource } from '../src/node/source.ts';

/** Calls of a disk that takes some time for each, and where they were made. */
function disk() {
  let [now, takes] = [0, 0.01];
  const calls = new QuickCalls(() => now);
  const made: string[] = [];
  const call = () =>
    calls.make(
      () => {
        now += takes;
        made.push('at once');
      },
      async () => void made.push('in the pool'),
    );
  const times = async (count: number): Promise<readonly string[]> => {
    made.length = 0;
    for (let at = 0; at < count; at++) await call();
    return [...made];
  };
  return { times, takeMilliseconds: (each: number) => (takes = each) };
}

test('calls of a quick disk are made at once, also where every third is long because of another program', async () => {
  const { times, takeMilliseconds } = disk();
  for (let round = 0; round < 200; round++) {
    takeMilliseconds(30);
    expect(await times(1)).toEqual(['at once']);
    takeMilliseconds(0.01);
    expect(await times(2)).toEqual(['at once', 'at once']);
  }
});

test('calls of a slow disk are made in the thread pool, and one is tried again after a while', async () => {
  const { times, takeMilliseconds } = disk();
  takeMilliseconds(2);
  const made = await times(1000);
  expect(made.slice(0, 9)).toEqual([...Array.from({ length: 8 }, () => 'at once'), 'in the pool']);
  expect(made.filter((place) => place === 'at once')).toHaveLength(8 + 4);
  takeMilliseconds(0.01);
  await times(200);
  expect(new Set(await times(500))).toEqual(new Set(['at once']));
});

test('a synchronous call that throws rejects', async () => {
  const calls = new QuickCalls();
  const failing = (): never => {
    throw new Error('no such file');
  };
  await expect(calls.make(failing, async () => undefined)).rejects.toThrow('no such file');
});

test('a pipe in place of a file is refused, and nothing waits for its writer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quick-calls-'));
  try {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await expect(fileSource(join(folder, 'pipe'))).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
