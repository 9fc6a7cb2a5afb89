import { expect, test } from '@jest/globals';
import type { FileCalls } from '../src/calls/files.ts';
import { announceFiles } from '../src/transfer/announcements.ts';
import { ExclusiveWork } from '../src/transfer/turns.ts';

const MINUTE = 60_000;
const LIFE = 15 * MINUTE;

/** Addresses that live for 15 minutes, and the time. */
function setting() {
  const time = { now: 1_900_000_000_000 };
  const asked: string[] = [];
  const announceMany = async (_: string, { items }: { items: readonly unknown[] }, how: { idempotencyKey: string }) => {
    asked.push(how.idempotencyKey);
    return items.map((_item, index) => ({
      index,
      status: 200,
      data: {
        file_id: `${index}`,
        upload_url: `${index} of request ${asked.length}`,
        expires_at: new Date(time.now + LIFE).toISOString(),
      },
    }));
  };
  const clock = { now: () => time.now, after: () => () => undefined };
  const announced = async (sizes: readonly number[]) => {
    const items = sizes.map((size, index) => ({ name: `${index}`, size, content_type: 'text/plain' }));
    const files = sizes.map((_, place) => ({ place }));
    const group = { idempotencyKey: 'k', items, files };
    const { signal } = new AbortController();
    const all: (() => Promise<string>)[] = [];
    async function* groups() {
      yield group;
    }
    const how = { signal, calls: signal, isForAll: () => true, clock };
    const calls = { announceMany } as unknown as FileCalls;
    for await (const one of announceFiles(calls, 'r', groups(), how))
      if ('announce' in one) all.push(async () => (await one.announce()).upload_url);
    return all;
  };
  return { time, asked, announced };
}

test('a file whose turn comes soon is sent to the address that its group was given', async () => {
  const { time, asked, announced } = setting();
  const [first, second] = await announced([100, 100]);
  expect(await first?.()).toBe('0 of request 1');
  time.now += 10 * MINUTE;
  expect([await second?.(), asked]).toEqual(['1 of request 1', ['k']]);
});

test('a file that waited gets another address when too little of its life is left, and so do those after it', async () => {
  const { time, asked, announced } = setting();
  const [first, second, third] = await announced([100, 100, 100]);
  await first?.();
  time.now += LIFE - MINUTE + 1000;
  expect([await second?.(), await third?.(), asked]).toEqual(['1 of request 2', '2 of request 2', ['k', 'k']]);
});

test('a large file that waited gets another address sooner than a small one', async () => {
  const { time, announced } = setting();
  const [, large] = await announced([100, 10_000_000]);
  time.now += 2 * MINUTE;
  expect(await large?.()).toBe('1 of request 2');
});

test('an address is not asked for twice because of a clock that is ahead', async () => {
  const { time, asked, announced } = setting();
  const [first] = await announced([100]);
  time.now += MINUTE;
  expect([await first?.(), asked]).toEqual(['0 of request 1', ['k']]);
});

test('files that need another address together are answered by one request', async () => {
  const { time, asked, announced } = setting();
  const all = await announced([100, 100, 100]);
  time.now += LIFE;
  expect(await Promise.all(all.map((announce) => announce()))).toEqual([
    '0 of request 2',
    '1 of request 2',
    '2 of request 2',
  ]);
  expect(asked).toHaveLength(2);
});

test('second attempts run one after the other, and others begin when none is left', async () => {
  const turns = new ExclusiveWork();
  const seen: string[] = [];
  let end = (): void => undefined;
  const first = turns.alone(async () => {
    seen.push('first');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    throw new Error('refused');
  });
  const second = turns.alone(async () => void seen.push('second'));
  const other = turns.free().then(() => void seen.push('other'));
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual(['first']);
  end();
  await expect(first).rejects.toThrow('refused');
  await Promise.all([second, other]);
  expect(seen).toEqual(['first', 'second', 'other']);
});
