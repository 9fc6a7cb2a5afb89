import { expect, test } from '@jest/globals';
import { systemClock } from '../src/http/clock.ts';
import { inParallel } from '../src/transfer/in-parallel.ts';

async function* numbers(count: number): AsyncGenerator<number, void> {
  for (let number = 0; number < count; number++) yield number;
}

/** Work that ends on request of the test. */
function controlled() {
  const begun: number[] = [];
  const ended: number[] = [];
  const ends = new Map<number, () => void>();
  const work = (number: number, signal: AbortSignal) =>
    new Promise<number>((resolve, reject) => {
      begun.push(number);
      signal.addEventListener('abort', () => {
        ended.push(number);
        reject(signal.reason);
      });
      ends.set(number, () => resolve(number));
    });
  return { begun, ended, work, end: (number: number) => ends.get(number)?.() };
}

test('concurrency is limited, and results come as they complete', async () => {
  const { begun, work, end } = controlled();
  const results = inParallel(() => numbers(5), { width: 3 }, undefined, work);
  const first = results.next();
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  end(1);
  expect(await first).toEqual({ done: false, value: 1 });
  const second = results.next();
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2, 3]);
  end(3);
  expect((await second).value).toBe(3);
  const rest: number[] = [];
  const reading = (async () => {
    for await (const result of results) rest.push(result);
  })();
  for (const number of [0, 2, 4]) {
    await new Promise(setImmediate);
    end(number);
  }
  await reading;
  expect(rest.toSorted((a, b) => a - b)).toEqual([0, 2, 4]);
});

test('a reader that stops aborts running work and waits for it', async () => {
  const { begun, ended, work, end } = controlled();
  for await (const result of inParallel(
    () => numbers(9),
    { width: 3 },
    undefined,
    (number, signal) => {
      const promise = work(number, signal);
      if (number === 2) end(0);
      return promise;
    },
  )) {
    expect(result).toBe(0);
    break;
  }
  expect(begun).toEqual([0, 1, 2]);
  expect(ended).toEqual(expect.arrayContaining([1, 2]));
});

test('the end comes after the last of the work has stopped', async () => {
  let isOver = false;
  const slowToStop = async (number: number, signal: AbortSignal): Promise<number> => {
    if (number === 0) return number;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise(setImmediate);
    isOver = true;
    return number;
  };
  for await (const _ of inParallel(() => numbers(9), { width: 2 }, undefined, slowToStop)) break;
  expect(isOver).toBe(true);
});

test('an abort by the caller ends the work, and rejects with its reason', async () => {
  const stop = new AbortController();
  const { work } = controlled();
  const results = inParallel(() => numbers(9), { width: 2 }, stop.signal, work);
  const first = results.next();
  await new Promise(setImmediate);
  stop.abort(new Error('no longer wanted'));
  await expect(first).rejects.toThrow('no longer wanted');
});

test('a task begins when another has left, and the end is known when all have left', async () => {
  const { begun, work, end } = controlled();
  const leaves: (() => void)[] = [];
  let idle = 0;
  const after = (_: number, ring: () => void) => {
    const immediate = setImmediate(ring);
    return () => clearImmediate(immediate);
  };
  const limits = { width: 1, most: 2, onIdle: () => void idle++, clock: { ...systemClock, after } };
  const results = inParallel(
    () => numbers(3),
    limits,
    undefined,
    (number, signal, leave) => {
      leaves.push(leave);
      return work(number, signal);
    },
  );
  const first = results.next();
  await new Promise(setImmediate);
  expect(begun).toEqual([0]);
  leaves[0]?.();
  await new Promise(setImmediate);
  expect([begun, idle]).toEqual([[0, 1], 0]);
  leaves[1]?.();
  await new Promise(setImmediate);
  expect([begun, idle]).toEqual([[0, 1], 1]);
  end(0);
  expect((await first).value).toBe(0);
  const second = results.next();
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  end(1);
  end(2);
  expect(await second).toEqual({ done: false, value: 1 });
  expect(await results.next()).toEqual({ done: false, value: 2 });
  expect((await results.next()).done).toBe(true);
});
