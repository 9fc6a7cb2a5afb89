import { expect, test } from '@jest/globals';
import { Batcher } from '@strongroom/store-kit';
import { endOfTurn } from '../src/runtime/turn.ts';

/** Serves calls together and notes the size of each batch. */
function batching(noted: (string | number)[]): Batcher<string, undefined> {
  return new Batcher({
    turn: endOfTurn,
    serve: (calls) => {
      noted.push(calls.length);
      return calls.map(() => ({ answer: undefined }));
    },
  });
}

const phase = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a turn collects the calls of callbacks of one phase', async () => {
  const noted: (string | number)[] = [];
  const calls = batching(noted);
  const callback = async (name: string) => {
    await phase();
    await calls.add(name);
  };
  await Promise.all([callback('a'), callback('b'), callback('c')]);
  expect(noted).toEqual([3]);
});

test('a turn serves the calls that follow from a batch together, before other callbacks', async () => {
  const noted: (string | number)[] = [];
  const [first, second] = [batching(noted), batching(noted)];
  const caller = async (name: string) => {
    await first.add(name);
    await second.add(name);
    await first.add(name);
  };
  const callers = Promise.all(['a', 'b', 'c'].map(caller));
  const other = phase().then(() => noted.push('another callback'));
  await Promise.all([callers, other]);
  expect(noted).toEqual([3, 3, 3, 'another callback']);
});

test('a turn waits for the end of the phase again once all calls are served', async () => {
  const noted: (string | number)[] = [];
  const calls = batching(noted);
  await calls.add('a');
  await phase();
  const [one, two] = [calls.add('b'), phase().then(() => noted.push('another callback'))];
  await Promise.all([one, two]);
  expect(noted).toEqual([1, 1, 'another callback']);
});

test('a turn lets other callbacks run while one caller makes call after call', async () => {
  const calls = batching([]);
  const state = { isOver: false };
  const other = phase().finally(() => (state.isOver = true));
  let made = 0;
  for (; !state.isOver; made += 1) await calls.add('a');
  await other;
  expect(made).toBeLessThan(20);
});
