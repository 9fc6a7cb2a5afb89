import { describe, expect, test } from '@jest/globals';
import { Turns, type Waiting } from './turns.ts';

type Call = Waiting & { readonly name: string };

const PASSING = new Error('in the way');

/** Turns that are told by `failures` what to fail with, time after time, before they serve. */
const turns = (...failures: readonly Error[]) => {
  const served: string[][] = [];
  const refused: string[] = [];
  const left = [...failures];
  let retries = 0;
  const queue = new Turns<Call>({
    serve: (calls) => {
      const failure = left.shift();
      if (failure !== undefined) throw failure;
      served.push(calls.map(({ name }) => name));
    },
    isPassing: (error) => error === PASSING,
    onRetry: () => {
      retries += 1;
    },
  });
  const call = (name: string, patience = 1000) =>
    queue.add({
      name,
      deadline: performance.now() + patience,
      refuse: (error) => refused.push(`${name}: ${String(error)}`),
    });
  return { call, drained: () => queue.drained(), served, refused, retries: () => retries };
};

describe('the calls of one turn', () => {
  test('are served together, after the turn, in their order', async () => {
    const { call, drained, served } = turns();
    call('a');
    call('b');
    expect(served).toEqual([]);
    await drained();
    call('c');
    await drained();
    expect(served).toEqual([['a', 'b'], ['c']]);
  });

  test('wait while another is in the way, and those of later turns join them', async () => {
    const { call, drained, served, retries } = turns(PASSING, PASSING);
    call('a');
    await new Promise(setImmediate);
    call('b');
    await drained();
    expect([served, retries()]).toEqual([[['a', 'b']], 2]);
  });

  test('are refused each at its own deadline', async () => {
    const { call, drained, served, refused } = turns(PASSING, PASSING);
    call('impatient', 0);
    call('patient');
    await drained();
    expect([served, refused]).toEqual([[['patient']], [`impatient: ${String(PASSING)}`]]);
  });

  test('are all refused by what does not pass, and the next are served', async () => {
    const { call, drained, served, refused } = turns(new Error('broken'));
    call('a');
    call('b');
    await drained();
    call('c');
    await drained();
    expect([served, refused]).toEqual([[['c']], ['a: Error: broken', 'b: Error: broken']]);
  });
});

test('nobody waits for turns that have no calls', async () => {
  await expect(turns().drained()).resolves.toBeUndefined();
});
