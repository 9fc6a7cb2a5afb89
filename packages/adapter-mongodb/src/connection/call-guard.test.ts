import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { CallGuard } from './call-guard.ts';
import { Outage } from './outage.ts';

const PATIENCE = 60;

let isThere: boolean;
let outage: Outage;
let serving: CallGuard;
beforeEach(() => {
  isThere = true;
  outage = new Outage(async () => {
    if (!isThere) throw new Error('gone');
  });
  serving = new CallGuard('documents', outage, PATIENCE);
});
afterEach(() => outage.close());

const never = (): Promise<never> => new Promise(() => undefined);

/** How long a call that is never answered is kept waiting. */
async function waits(by: CallGuard = serving): Promise<number> {
  const began = performance.now();
  await expect(by.run(never)).rejects.toBeInstanceOf(Unavailable);
  return performance.now() - began;
}

test('once nobody has been answered for as long as a call may wait, others are refused at once', async () => {
  isThere = false;
  expect(await waits()).toBeGreaterThanOrEqual(PATIENCE - 2);
  expect(await waits()).toBeLessThan(PATIENCE / 2);
  expect(await waits(new CallGuard('limits', outage, PATIENCE))).toBeLessThan(PATIENCE / 2);
});

test('one call that is in the way of others makes nobody refuse the others', async () => {
  const slow = waits();
  await pause(PATIENCE / 2);
  await serving.run(async () => 'answered');
  await slow;
  expect(await serving.run(async () => 'answered too')).toBe('answered too');
});

test('a call is served again once a probe has found the database back', async () => {
  isThere = false;
  await waits();
  isThere = true;
  let answer: string | undefined;
  while (answer === undefined) {
    await pause(5);
    answer = await serving.run(async () => 'back').catch(() => undefined);
  }
  expect(answer).toBe('back');
  expect(await waits()).toBeGreaterThanOrEqual(PATIENCE - 2);
});

test('an error that is no fault of the world is thrown as it is, and shows that there are answers', async () => {
  const bug = new TypeError('a bug');
  await expect(serving.run(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(outage.since).toBeUndefined();
});

test('what may have been done is asked for at the moment of the refusal', async () => {
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
