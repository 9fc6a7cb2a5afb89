/* oxlint-disable jest/expect-expect -- unavailable and unavailableBetween assert */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GenerationGone } from '@strongroom/ports';
import { bytesOf, keyOf, putUnder } from './objects.ts';
import { type Strict, strictBlobStore } from './setting.ts';
import type { Fault } from './stand-in/server.ts';

const UPLOAD = keyOf('uploads/a');
const UPLOAD_2 = keyOf('uploads/a-2');
const SEALED = keyOf('sealed/a');

let strict: Strict;
let generation: string;

beforeEach(async () => {
  strict = await strictBlobStore();
  generation = await putUnder(strict, UPLOAD, 'confirmed');
  strict.standIn.asked.length = 0;
});
afterEach(() => strict.end());

const afflict = (method: 'GET' | 'POST' | 'DELETE', ...faults: readonly Fault[]): void => {
  strict.standIn.faults[method].push(...faults);
};

/** Expects that a call is rejected with Unavailable. */
const unavailable = (call: () => Promise<unknown>): Promise<void> =>
  expect(call()).rejects.toMatchObject({ name: 'Unavailable', dependency: 'blobs' });

/**
 * Expects Unavailable between two times, in milliseconds. Timers of one process run in order, so a busy machine delays these
 * and the deadline alike.
 */
async function unavailableBetween(least: number, most: number, call: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const passed: number[] = [];
  for (const time of [least, most])
    void pause(time, time, { signal: stop.signal }).then(
      () => passed.push(time),
      () => undefined,
    );
  await unavailable(call).finally(() => stop.abort());
  expect(passed).toEqual([least]);
}

test('the store reports a bucket that never answers as unavailable within the deadline of a request', async () => {
  const calls: readonly (() => Promise<unknown>)[] = [
    () => strict.store.stat(UPLOAD),
    () => strict.store.seal(UPLOAD, generation, SEALED),
    () => strict.store.check(),
  ];
  afflict('GET', 'hang', 'hang');
  afflict('POST', 'hang');
  // Two such calls and a commit take less than five seconds, and a slow bucket does not count as down.
  await Promise.all(calls.map((call) => unavailableBetween(1500, 2450, call)));
});

test('the store gives up a call of a job within five seconds', async () => {
  // Two tries of each of two calls.
  afflict('GET', 'hang', 'hang', 'hang', 'hang');
  await Promise.all([
    unavailableBetween(1500, 5000, () => strict.store.list('uploads/')),
    unavailableBetween(1500, 5000, () => strict.store.delete(UPLOAD)),
  ]);
});

test('the store reports an unreachable server as unavailable, for each call', async () => {
  const { store } = strict;
  await strict.standIn.close();
  const calls = [
    () => store.stat(UPLOAD),
    () => store.seal(UPLOAD, generation, SEALED),
    () => store.list(''),
    () => store.delete(UPLOAD),
    () => store.check(),
  ];
  for (const call of calls) await unavailable(call);
  strict = await strictBlobStore(); // closed at the end of the test
});

test('the store tries at most four times', async () => {
  afflict('GET', 503, 429, 'reset', 500, 503);
  await unavailable(() => strict.store.stat(UPLOAD));
  expect(strict.standIn.asked).toHaveLength(4);
});

test.each([400, 401, 403, 409])(
  'the store does not retry after %d, nor report the object as missing',
  async (status) => {
    afflict('GET', status);
    await unavailable(() => strict.store.stat(UPLOAD));
    expect(strict.standIn.asked).toHaveLength(1);
  },
);

test('a 404 from another server proves neither a missing object nor an empty list', async () => {
  const calls = [
    () => strict.store.stat(UPLOAD),
    () => strict.store.list('uploads/'),
    () => strict.store.delete(UPLOAD),
  ];
  for (const call of calls) {
    afflict('GET', 404);
    await unavailable(call);
  }
  afflict('DELETE', 404);
  await unavailable(() => strict.store.delete(UPLOAD));
  expect(await strict.store.stat(UPLOAD)).toMatchObject({ generation });
});

test('the store does not report a deleted bucket as empty', async () => {
  strict.standIn.removeBucket();
  await unavailable(() => strict.store.stat(UPLOAD));
  await unavailable(() => strict.store.list(''));
  await unavailable(() => strict.store.seal(UPLOAD, generation, SEALED));
  await unavailable(() => strict.store.check());
});

describe('an answer that is lost', () => {
  test.each(['done-then-reset', 'done-then-cut'] as const)(
    'does not lose the sealed object of a copy (%s)',
    async (fault) => {
      afflict('POST', fault);
      await strict.store.seal(UPLOAD, generation, SEALED);
      expect([await strict.store.stat(UPLOAD), (await strict.store.stat(SEALED))?.size]).toEqual([undefined, 9]);
    },
  );

  test.each(['done-then-reset', 'done-then-cut'] as const)(
    'is made up for by a retry of the removal (%s)',
    async (fault) => {
      afflict('DELETE', fault);
      await strict.store.seal(UPLOAD, generation, SEALED);
      expect(await strict.store.stat(UPLOAD)).toBeUndefined();
    },
  );

  test('on every attempt is reported as maybe done, and sealing again finds the copy', async () => {
    afflict('POST', 'done-then-reset', 'reset', 'reset', 'reset');
    await expect(strict.store.seal(UPLOAD, generation, SEALED)).rejects.toMatchObject({ maybeDone: true });
    expect((await strict.store.stat(SEALED))?.size).toBe(9);
    await strict.store.seal(UPLOAD, generation, SEALED);
    expect(await strict.store.stat(UPLOAD)).toBeUndefined();
  });

  test('causes a retry of the read', async () => {
    afflict('GET', 'done-then-cut', 'done-then-reset');
    expect(await strict.store.stat(UPLOAD)).toEqual({ size: 9, generation });
  });
});

describe('an answer that never ends', () => {
  test.each([
    ['endless', 'GET'],
    ['endless', 'POST'],
    ['endless', 'DELETE'],
    ['dripping', 'GET'],
    ['dripping', 'POST'],
  ] as const)('(%s, to a %s) is given up in time, and its connection closed', async (fault, method) => {
    const call = {
      GET: () => strict.store.stat(UPLOAD),
      POST: () => strict.store.seal(UPLOAD, generation, SEALED),
      DELETE: () => strict.store.delete(UPLOAD),
    }[method];
    afflict(method, fault, fault, fault, fault);
    await unavailable(call);
    const late = AbortSignal.timeout(2000);
    await Promise.race([strict.standIn.idle(), pause(2000)]);
    expect(late.aborted).toBe(false);
    // The largest answer, and the socket buffers of both sides of a connection that is not read.
    expect(strict.standIn.sentWithoutEnd).toBeLessThan(32 * 1024 * 1024);
  });
});

test('the store does not overwrite an object that is already sealed', async () => {
  await strict.store.seal(UPLOAD, generation, SEALED);
  const other = await putUnder(strict, UPLOAD, 'another');
  await expect(strict.store.seal(UPLOAD, other, SEALED)).rejects.toBeInstanceOf(GenerationGone);
  expect([await bytesOf(strict, SEALED), await bytesOf(strict, UPLOAD)]).toEqual(['confirmed', 'another']);
});

test('the store sends no request for an invalid generation', async () => {
  for (const odd of ['never-was', '', '0x1', '1.5', '-1', '1'.repeat(20)])
    await expect(strict.store.seal(UPLOAD, odd, SEALED)).rejects.toBeInstanceOf(GenerationGone);
  expect(strict.standIn.asked).toEqual([]);
});

test('the store completes a copy over several calls', async () => {
  const large = 'x'.repeat(100_000);
  const found = await putUnder(strict, UPLOAD, large);
  strict.standIn.asked.length = 0;
  await strict.store.seal(UPLOAD, found, SEALED);
  expect(strict.standIn.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(2);
  expect(await bytesOf(strict, SEALED)).toBe(large);
});

test('the store does not seal an upload that changes between two calls of a copy', async () => {
  const found = await putUnder(strict, UPLOAD, 'x'.repeat(100_000));
  strict.standIn.between = () => putUnder(strict, UPLOAD, 'y'.repeat(100_000));
  await expect(strict.store.seal(UPLOAD, found, SEALED)).rejects.toBeInstanceOf(GenerationGone);
  expect(await strict.store.stat(SEALED)).toBeUndefined();
});

test.each(['{}', '[1]', '"x"', '<html>Sign in to this network</html>', '{"size":"-1","generation":"1"}'])(
  'the store rejects the malformed answer %s',
  async (odd) => {
    afflict('GET', ...Array.from({ length: 4 }, () => ({ answer: odd })));
    await unavailable(() => strict.store.stat(UPLOAD));
  },
);

describe.each(['<html>Sign in to this network</html>', '{}', '{"status":"ok"}'])('%s in place of an answer', (page) => {
  test.each(['GET', 'POST', 'DELETE'] as const)('to a %s is refused, and nothing counts as done', async (method) => {
    const calls = {
      GET: [() => strict.store.list('uploads/'), () => strict.store.delete(UPLOAD)],
      POST: [
        () => strict.store.seal(UPLOAD, generation, SEALED),
        () => strict.store.join?.([UPLOAD, UPLOAD_2], keyOf('uploads/b')),
      ],
      DELETE: [() => strict.store.delete(UPLOAD)],
    }[method];
    await putUnder(strict, UPLOAD_2, 'second');
    for (const call of calls) {
      afflict(method, { answer: page });
      await unavailable(async () => call());
    }
    expect(await strict.store.stat(UPLOAD)).toMatchObject({ generation });
  });
});
