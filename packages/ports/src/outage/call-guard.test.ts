import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Dependency, Unavailable } from '../errors.ts';
import { CallGuard } from './call-guard.ts';
import { Outage } from './outage.ts';
import type { Timers } from './timers.ts';

const DEADLINE_MS = 60;

const timers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const guardOf = (dependency: Dependency): CallGuard =>
  new CallGuard({ dependency, outage, deadlineMs: DEADLINE_MS, isInfrastructureError: () => false, timers });

let isThere: boolean;
let outage: Outage;
let serving: CallGuard;
beforeEach(() => {
  isThere = true;
  outage = new Outage(async () => {
    if (!isThere) throw new Error('gone');
  }, timers);
  serving = guardOf('documents');
});
afterEach(() => outage.close());

const never = (): Promise<never> => new Promise(() => undefined);

/** Time that a call without an answer waits, in milliseconds. */
async function waits(by: CallGuard = serving): Promise<number> {
  const began = performance.now();
  await expect(by.run(never)).rejects.toBeInstanceOf(Unavailable);
  return performance.now() - began;
}

test('refuses calls at once after no call was answered within the deadline', async () => {
  isThere = false;
  expect(await waits()).toBeGreaterThanOrEqual(DEADLINE_MS - 2);
  expect(await waits()).toBeLessThan(DEADLINE_MS / 2);
  expect(await waits(guardOf('limits'))).toBeLessThan(DEADLINE_MS / 2);
});

test('serves other calls while one call waits', async () => {
  const slow = waits();
  await pause(DEADLINE_MS / 2);
  await serving.run(async () => 'answered');
  await slow;
  expect(await serving.run(async () => 'answered too')).toBe('answered too');
});

test('serves calls again after a probe has reached the database', async () => {
  isThere = false;
  await waits();
  isThere = true;
  let answer: string | undefined;
  while (answer === undefined) {
    await pause(5);
    answer = await serving.run(async () => 'back').catch(() => undefined);
  }
  expect(answer).toBe('back');
  expect(await waits()).toBeGreaterThanOrEqual(DEADLINE_MS - 2);
});

test('rethrows an error that is not an infrastructure error, and counts it as an answer', async () => {
  const bug = new TypeError('a bug');
  await expect(serving.run(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(outage.since).toBeUndefined();
});

test('asks at the moment of the refusal whether the change may be done', async () => {
  let maybeDone = false;
  const refused = serving.run(
    async () => {
      maybeDone = true;
      return never();
    },
    () => maybeDone,
  );
  await expect(refused).rejects.toMatchObject({ dependency: 'documents', maybeDone: true });
});
