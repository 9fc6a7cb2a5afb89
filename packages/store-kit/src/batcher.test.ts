import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Batcher, type BatcherOptions, type Outcome } from './batcher.ts';

const BUSY = new Error('busy');

/** Serves each call with its own name, and records the batches. */
function batcher(options: Partial<BatcherOptions<string, string>> = {}) {
  const batches: string[] = [];
  const made = new Batcher<string, string>({
    serve: (calls, key) => {
      batches.push(`${key}:${calls.join()}`);
      return calls.map((call) => ({ answer: call }));
    },
    turn,
    ...options,
  });
  const add = (call: string, key?: string): Promise<string> =>
    made.add(call, key).catch((error: unknown) => `${call}: ${String(error)}`);
  return { add, batches, idle: () => made.idle() };
}

/** Serves only when the test says so. */
function stalled(options: Partial<BatcherOptions<string, string>>) {
  const inFlight: { calls: readonly string[]; finish: () => void }[] = [];
  const made = batcher({
    serve: (calls) =>
      new Promise<readonly Outcome<string>[]>((resolve) => {
        inFlight.push({ calls, finish: () => resolve(calls.map((call) => ({ answer: call }))) });
      }),
    ...options,
  });
  return { ...made, inFlight, finishFirst: () => inFlight.shift()?.finish() };
}

describe('calls of one turn', () => {
  test('form one batch, in order, after the turn', async () => {
    const { add, batches, idle } = batcher();
    const answers = [add('a'), add('b')];
    expect(batches).toEqual([]);
    expect(await Promise.all(answers)).toEqual(['a', 'b']);
    await add('c');
    await idle();
    expect(batches).toEqual([':a,b', ':c']);
  });

  test('form one batch per microtask without a turn of the event loop', async () => {
    const batches: string[] = [];
    const made = new Batcher<string, string>({
      serve: (calls) => {
        batches.push(calls.join());
        return calls.map((call) => ({ answer: call }));
      },
    });
    await Promise.all([made.add('a'), made.add('b')]);
    await made.add('c');
    expect(batches).toEqual(['a,b', 'c']);
  });

  test('form a batch for each key', async () => {
    const { add, batches } = batcher();
    await Promise.all([add('a', 'x'), add('b', 'y'), add('c', 'x')]);
    expect(batches).toEqual(['x:a,c', 'y:b']);
  });

  test('each get their own outcome', async () => {
    const { add } = batcher({
      serve: (calls) => calls.map((call) => (call === 'b' ? { error: 'refused' } : { answer: call })),
    });
    expect(await Promise.all([add('a'), add('b'), add('c')])).toEqual(['a', 'b: refused', 'c']);
  });

  test('are rejected if serving returns too few outcomes', async () => {
    const { add } = batcher({ serve: () => [{ answer: 'only' }] });
    expect(await Promise.all([add('a'), add('b')])).toEqual(['only', 'b: TypeError: a call got no outcome']);
  });
});

describe('calls that arrive while a batch is in flight', () => {
  test('wait for it and form the next batch', async () => {
    const { add, inFlight, finishFirst, idle } = stalled({});
    const first = add('a');
    await turn();
    void add('b');
    await turn();
    void add('c');
    await turn();
    expect(inFlight.map(({ calls }) => calls.join())).toEqual(['a']);
    finishFirst();
    await first;
    await turn();
    expect(inFlight.map(({ calls }) => calls.join())).toEqual(['b,c']);
    finishFirst();
    await idle();
  });

  test('do not wait below the maximum number of batches in flight', async () => {
    const { add, inFlight, finishFirst, idle } = stalled({ maxInFlight: 2 });
    for (const call of ['a', 'b', 'c']) {
      void add(call);
      await turn();
    }
    expect(inFlight.map(({ calls }) => calls.join())).toEqual(['a', 'b']);
    while (inFlight.length > 0) {
      finishFirst();
      await turn();
      await turn();
    }
    await idle();
  });

  test('do not wait for a batch of another key', async () => {
    const { add, inFlight, finishFirst, idle } = stalled({});
    void add('a', 'x');
    await turn();
    void add('b', 'y');
    await turn();
    expect(inFlight.map(({ calls }) => calls.join())).toEqual(['a', 'b']);
    finishFirst();
    finishFirst();
    await idle();
  });

  test('are rejected when they are abandoned before they are sent', async () => {
    const abandoned = new Set<string>();
    const { add, inFlight, finishFirst, idle } = stalled({ isAbandoned: (call) => abandoned.has(call) });
    void add('a');
    await turn();
    const late = add('b');
    abandoned.add('b');
    finishFirst();
    expect(await late).toBe('b: Abandoned: the call was abandoned');
    expect(inFlight).toEqual([]);
    await idle();
  });
});

describe('the maximum size of a batch', () => {
  test('counts calls by default', async () => {
    const { add, batches } = batcher({ maxSize: 2 });
    await Promise.all(['a', 'b', 'c'].map((call) => add(call)));
    expect(batches).toEqual([':a,b', ':c']);
  });

  test('counts the size of calls, and a call that is larger is served alone', async () => {
    const { add, batches } = batcher({ maxSize: 3, sizeOf: (call) => call.length });
    await Promise.all(['a', 'bb', 'ccccc', 'd'].map((call) => add(call)));
    expect(batches).toEqual([':a,bb', ':ccccc', ':d']);
  });
});

describe('an error that serving throws', () => {
  /** Fails with each of the errors, one per try, before it serves. */
  const failing = (errors: Error[], shouldRetry: (error: unknown, call: string) => boolean) => {
    const batches: string[] = [];
    const pauses: number[] = [];
    const made = batcher({
      serve: async (calls) => {
        const error = errors.shift();
        if (error !== undefined) throw error;
        batches.push(calls.join());
        return calls.map((call) => ({ answer: call }));
      },
      retry: {
        shouldRetry,
        pause: (failures) => {
          pauses.push(failures);
          return turn();
        },
      },
    });
    return { ...made, batches, pauses };
  };

  test('rejects all calls of the batch, and the next are served', async () => {
    const { add, batches } = failing([new Error('broken')], (error) => error === BUSY);
    expect(await Promise.all([add('a'), add('b')])).toEqual(['a: Error: broken', 'b: Error: broken']);
    await add('c');
    expect(batches).toEqual(['c']);
  });

  test('is retried after a pause, and later calls join', async () => {
    const { add, batches, pauses, idle } = failing([BUSY, BUSY], (error) => error === BUSY);
    void add('a');
    await turn();
    void add('b');
    await idle();
    expect([batches, pauses]).toEqual([['a,b'], [1, 2]]);
  });

  test('starts to count failures again after a success', async () => {
    const errors = [BUSY];
    const { add, pauses } = failing(errors, (error) => error === BUSY);
    await add('a');
    errors.push(BUSY);
    await add('b');
    expect(pauses).toEqual([1, 1]);
  });

  test('rejects the calls that are not to be retried, and keeps the others', async () => {
    const { add, batches } = failing([BUSY], (_error, call) => call === 'patient');
    expect(await Promise.all([add('impatient'), add('patient')])).toEqual(['impatient: Error: busy', 'patient']);
    expect(batches).toEqual(['patient']);
  });
});

test('a batcher without calls is idle', async () => {
  await expect(batcher().idle()).resolves.toBeUndefined();
});

describe('the error of a call', () => {
  const errorOf = (error: unknown): unknown => (error === BUSY ? new Error('later') : error);

  test('is what the owner of the batcher makes of the error of the batch', async () => {
    const { add } = batcher({ errorOf, serve: () => Promise.reject(BUSY) });
    expect(await add('a')).toBe('a: Error: later');
  });

  test('is what the owner of the batcher makes of its outcome', async () => {
    const { add } = batcher({
      errorOf,
      serve: (calls) => calls.map((call) => ({ error: call === 'a' ? BUSY : new Error('other') })),
    });
    expect(await Promise.all([add('a'), add('b')])).toEqual(['a: Error: later', 'b: Error: other']);
  });
});
