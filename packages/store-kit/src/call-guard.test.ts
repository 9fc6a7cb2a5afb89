import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Dependency, Unavailable } from '@strongroom/ports';
import { Abandoned } from './batcher.ts';
import { CallGuard, extraTimeFor } from './call-guard.ts';
import { errorForLog } from './error-for-log.ts';
import { Outage } from './outage.ts';
import { systemTimers } from './timers.ts';

const DEADLINE_MS = 3500;

jest.useFakeTimers();

const guardOf = (dependency: Dependency): CallGuard =>
  new CallGuard({
    dependency,
    outage,
    deadlineMs: DEADLINE_MS,
    isInfrastructureError: () => false,
    timers: systemTimers,
  });

let isThere: boolean;
let outage: Outage;
let serving: CallGuard;
beforeEach(() => {
  jest.clearAllTimers();
  isThere = true;
  outage = new Outage(async () => {
    if (!isThere) throw new Error('gone');
  }, systemTimers);
  serving = guardOf('documents');
});

const never = (): Promise<never> => new Promise(() => undefined);
const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

/** Time that a call without an answer waits, in milliseconds. */
async function waits(by: CallGuard = serving): Promise<number> {
  const began = performance.now();
  const ended: number[] = [];
  const errors: unknown[] = [];
  void by.run(never).catch((error: unknown) => {
    errors.push(error);
    ended.push(performance.now());
  });
  await pass(0);
  for (let passed = 0; ended.length === 0 && passed < DEADLINE_MS; passed += 10) await pass(10);
  expect(errors).toEqual([expect.any(Unavailable)]);
  return (ended[0] ?? Number.NaN) - began;
}

test('the guard refuses calls at once after no call was answered within the deadline', async () => {
  isThere = false;
  expect(await waits()).toBe(DEADLINE_MS);
  expect(await waits()).toBe(0);
  expect(await waits(guardOf('limits'))).toBe(0);
});

test('the guard counts a call that a batch left out as unanswered, also before its timer ends', async () => {
  isThere = false;
  const failing = serving.run(async () => {
    throw new Abandoned();
  });
  await expect(failing).rejects.toBeInstanceOf(Unavailable);
  expect(outage.since).toBeDefined();
});

test('the guard names the deadline as the cause of a call without any answer', async () => {
  isThere = false;
  const silent = serving.run(never);
  void pass(DEADLINE_MS);
  const error: unknown = await silent.catch((thrown: unknown) => thrown);
  expect(errorForLog(error).cause).toBe('DEADLINE');
});

test('the guard takes no refused write for an outage, and says that reads are served', async () => {
  isThere = false;
  const full = new Error('no room');
  const guard = new CallGuard({
    dependency: 'documents',
    outage,
    deadlineMs: DEADLINE_MS,
    isInfrastructureError: () => true,
    isWriteRefusal: (error) => error === full,
    timers: systemTimers,
  });
  await expect(guard.run(() => Promise.reject(full))).rejects.toMatchObject({ takesNoWrites: true, cause: full });
  expect(outage.since).toBeUndefined();
  await expect(guard.run(() => Promise.reject(new Error('lost')))).rejects.toMatchObject({ takesNoWrites: false });
  expect(outage.since).toBeDefined();
});

test('the guard serves other calls while one call waits', async () => {
  const slow = waits();
  await pass(DEADLINE_MS / 2);
  await serving.run(async () => 'answered');
  expect(await slow).toBe(DEADLINE_MS);
  expect(await serving.run(async () => 'answered too')).toBe('answered too');
});

test('the guard gives a call with more time a later deadline, except in an outage', async () => {
  isThere = false;
  const ended: unknown[] = [];
  const large = (): void =>
    void serving
      .run(never, undefined, 1000)
      .catch((error: unknown) => ended.push([error instanceof Unavailable, performance.now() - began]));
  const began = performance.now();
  large();
  await pass(DEADLINE_MS + 999);
  expect(ended).toEqual([]);
  await pass(1);
  large();
  await pass(0);
  expect(ended).toEqual([
    [true, DEADLINE_MS + 1000],
    [true, DEADLINE_MS + 1000],
  ]);
});

test('a commit has a millisecond more for each write beyond 500, and never more than 15 s', () => {
  expect([0, 500, 501, 11_000, 1_000_000].map(extraTimeFor)).toEqual([0, 0, 1, 10_500, 15_000]);
});

test('the guard serves calls again after a probe has reached the database', async () => {
  isThere = false;
  await waits();
  await pass(1000);
  await expect(serving.run(async () => 'too early')).rejects.toBeInstanceOf(Unavailable);
  isThere = true;
  await pass(100);
  expect(await serving.run(async () => 'back')).toBe('back');
  expect(await waits()).toBe(DEADLINE_MS);
});

test('the guard rethrows an error that is not an infrastructure error, and counts it as an answer', async () => {
  const bug = new TypeError('a bug');
  await expect(serving.run(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(outage.since).toBeUndefined();
});

test('the guard asks at the moment of the refusal whether the change may be done', async () => {
  let maybeDone = false;
  const refused = serving.run(
    async () => {
      maybeDone = true;
      return never();
    },
    () => maybeDone,
  );
  const error = refused.catch((reason: unknown) => reason);
  await pass(DEADLINE_MS);
  expect(await error).toMatchObject({ constructor: Unavailable, dependency: 'documents', maybeDone: true });
});

test('the guard names the failure of the last try, also where the deadline passes meanwhile or calls are refused at once', async () => {
  isThere = false;
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  const ended: unknown[] = [];
  const fails = (work: Parameters<CallGuard['run']>[0]): void =>
    void serving.run(work).catch((error: unknown) => ended.push(errorForLog(error).cause));
  fails((attempt) => {
    attempt.note?.(refused);
    return never();
  });
  await pass(DEADLINE_MS);
  fails(never);
  await pass(0);
  expect(ended).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});
