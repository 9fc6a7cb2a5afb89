import { expect, test } from '@jest/globals';
import { type RetryOptions, retryWithin } from './retry.ts';

class Busy extends Error {}

function options(isOver: () => boolean = () => false) {
  const pauses: number[] = [];
  const made: RetryOptions = {
    attempt: { left: () => 1000, isOver },
    mayBeRepeated: (error) => error instanceof Busy,
    pause: async (failures) => void pauses.push(failures),
  };
  return { made, pauses };
}

/** Fails with each of these errors in turn, and then answers. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'answer';
  };
}

test('a call that may be repeated is repeated, after longer and longer pauses', async () => {
  const { made, pauses } = options();
  expect(await retryWithin(made, failing(new Busy(), new Busy()))).toBe('answer');
  expect(pauses).toEqual([1, 2]);
});

test('an error that may not be repeated is thrown, also after others', async () => {
  const { made, pauses } = options();
  await expect(retryWithin(made, failing(new Busy(), new TypeError('no')))).rejects.toThrow('no');
  expect(pauses).toEqual([1]);
});

test('the last error is thrown when the time is over, before or after a pause', async () => {
  const over = options(() => true);
  await expect(retryWithin(over.made, failing(new Busy('first')))).rejects.toThrow('first');
  expect(over.pauses).toEqual([]);
  const times = [false, true];
  const later = options(() => times.shift() ?? true);
  await expect(retryWithin(later.made, failing(new Busy('first'), new Busy('second')))).rejects.toThrow('first');
  expect(later.pauses).toEqual([1]);
});
