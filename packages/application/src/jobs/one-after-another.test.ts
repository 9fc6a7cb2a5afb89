import { expect, test } from '@jest/globals';
import { OneAfterAnother } from './one-after-another.ts';

test('calls during a run share the next one, which begins after all of them', async () => {
  const ends: ((answer: number) => void)[] = [];
  const work = new OneAfterAnother(() => new Promise<number>((resolve) => void ends.push(resolve)));
  const calls = [work.run(), work.run(), work.run()];
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await calls[0]).toBe(1);
  while (ends.length < 2) await Promise.resolve();
  ends[1]?.(2);
  expect(await Promise.all(calls)).toEqual([1, 2, 2]);
  expect(ends).toHaveLength(2);
});

test('a run that fails fails its own calls, and the next one is run', async () => {
  let runs = 0;
  const work = new OneAfterAnother(async () => {
    if (runs++ === 0) throw new Error('first');
    return runs;
  });
  const [first, second] = await Promise.allSettled([work.run(), work.run()]);
  expect([first?.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 2 }]);
});
