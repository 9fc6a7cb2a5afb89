import { expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { MINUTE } from '@strongroom/domain';
import { type AttemptBucket, triesOver } from '../../src/kernel/attempts.ts';
import { TestClock } from '../world/clock.ts';

const bucket = (of: Partial<AttemptBucket> = {}): AttemptBucket => ({
  name: 'a',
  window: { limit: 2, milliseconds: MINUTE },
  sideBySide: 5,
  ...of,
});
const right = () => Promise.resolve(true);
const wrong = () => Promise.resolve(false);

function aGuard() {
  const clock = new TestClock();
  return { clock, isRight: triesOver({ clock, limiter: new MemoryRateLimiter() }) };
}

/** A check whose outcome the test decides. */
function aCheck() {
  let begun = 0;
  const answers: ((outcome: boolean) => void)[] = [];
  const look = () => {
    begun++;
    return new Promise<boolean>((resolve) => answers.push(resolve));
  };
  return { look, begun: () => begun, answer: (outcome: boolean) => answers.shift()?.(outcome) };
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('wrong tries are counted, and refused without a check once the bucket is full', async () => {
  const { isRight } = aGuard();
  expect([await isRight([bucket()], wrong), await isRight([bucket()], wrong)]).toEqual([false, false]);
  const never = aCheck();
  await expect(isRight([bucket()], never.look)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 });
  expect(never.begun()).toBe(0);
});

test('a full bucket opens when its window is over', async () => {
  const { isRight, clock } = aGuard();
  for (const look of [wrong, wrong]) await isRight([bucket()], look);
  clock.advance(45_500);
  await expect(isRight([bucket()], right)).rejects.toMatchObject({ retryAfter: 15 });
  clock.advance(14_500);
  expect(await isRight([bucket()], right)).toBe(true);
});

test('right tries are not counted', async () => {
  const { isRight } = aGuard();
  for (let n = 0; n < 5; n++) expect(await isRight([bucket()], right)).toBe(true);
});

test('a try whose check fails with an error is not counted', async () => {
  const { isRight } = aGuard();
  const failing = () => Promise.reject(new Error('no store'));
  for (let n = 0; n < 5; n++) await expect(isRight([bucket()], failing)).rejects.toThrow('no store');
  expect(await isRight([bucket()], right)).toBe(true);
});

test('a try that a second bucket refuses is not counted in the first', async () => {
  const { isRight } = aGuard();
  const full = bucket({ name: 'b', window: { limit: 1, milliseconds: MINUTE } });
  await isRight([full], wrong);
  for (let n = 0; n < 5; n++)
    await expect(isRight([bucket(), full], right)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  expect(await isRight([bucket()], right)).toBe(true);
});

test('a wrong try is counted in every bucket', async () => {
  const { isRight } = aGuard();
  const [a, b] = [bucket(), bucket({ name: 'b' })];
  for (let n = 0; n < 2; n++) await isRight([a, b], wrong);
  for (const one of [a, b]) await expect(isRight([one], right)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});

test('a full bucket that slows tries delays the check, and its outcome counts nothing', async () => {
  const { isRight, clock } = aGuard();
  const slow = bucket({ slowedBy: 1000 });
  for (const look of [wrong, wrong]) await isRight([slow], look);
  const check = aCheck();
  const paused = clock.paused();
  const asking = isRight([slow], check.look);
  await paused;
  clock.advance(999);
  await turns();
  expect(check.begun()).toBe(0);
  clock.advance(1);
  await turns();
  check.answer(true);
  expect(await asking).toBe(true);
});

test('tries of one bucket are checked a few at a time, without a wait for those of another', async () => {
  const { isRight } = aGuard();
  const narrow = bucket({ sideBySide: 2, window: { limit: 10, milliseconds: MINUTE } });
  const check = aCheck();
  const asking = [1, 2, 3].map(() => isRight([narrow], check.look));
  await turns();
  expect(check.begun()).toBe(2);
  expect(await isRight([bucket({ name: 'other' })], right)).toBe(true);
  check.answer(false);
  await turns();
  expect(check.begun()).toBe(3);
  check.answer(true);
  check.answer(true);
  expect(await Promise.all(asking)).toEqual([false, true, true]);
});

test('without a bucket a try is only checked', async () => {
  const { isRight } = aGuard();
  expect([await isRight([], right), await isRight([], wrong)]).toEqual([true, false]);
});
