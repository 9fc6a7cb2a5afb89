import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Deadline, DeadlineExceeded } from './deadline.ts';

jest.useFakeTimers();
beforeEach(() => {
  jest.clearAllTimers();
});

describe('a deadline', () => {
  test('rejects work that takes longer, and names the whole time', async () => {
    const deadline = new Deadline(100);
    jest.advanceTimersByTime(40);
    const refusal = deadline.bound(new Promise<never>(() => undefined)).catch((error: unknown) => error);
    jest.advanceTimersByTime(60);
    expect(await refusal).toEqual(new DeadlineExceeded(100));
  });

  test('returns the result of work in time, and leaves no timer', async () => {
    expect(await new Deadline(100).bound(Promise.resolve('done'))).toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('has no time below zero left', () => {
    const deadline = new Deadline(100);
    jest.advanceTimersByTime(30);
    expect(deadline.left).toBe(70);
    jest.advanceTimersByTime(100);
    expect(deadline.left).toBe(0);
  });
});
