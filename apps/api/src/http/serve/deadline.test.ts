import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Deadline } from './deadline.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const taking = (milliseconds: number) => (): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('done'), milliseconds);
  });

/** The outcome of work after `passing` milliseconds. */
async function outcome(work: Promise<string>, passing: number): Promise<string> {
  const ended = work.catch((error: Error) => error.name);
  await jest.advanceTimersByTimeAsync(passing);
  return ended;
}

test('a deadline adds up slow calls, without the time in which the client sends its body', async () => {
  const deadline = new Deadline(1000);
  expect(await outcome(deadline.within(taking(600)), 600)).toBe('done');
  await jest.advanceTimersByTimeAsync(5000); // the caller sends their body
  expect(await outcome(deadline.within(taking(300)), 300)).toBe('done');
  expect(await outcome(deadline.within(taking(300)), 100)).toBe('Unavailable');
});

test('a deadline passes on a failure and leaves no timer', async () => {
  const deadline = new Deadline(1000);
  await expect(deadline.within(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  const throwing = (): Promise<string> => {
    throw new RangeError('no');
  };
  await expect(deadline.within(throwing)).rejects.toThrow(RangeError);
  expect(jest.getTimerCount()).toBe(0);
});

test('a call without a limit has no deadline', async () => {
  expect(await outcome(new Deadline().within(taking(60_000)), 60_000)).toBe('done');
});
