import { expect, test } from '@jest/globals';
import type { Extent } from '@strongroom/ports';
import { SharedReads } from './shared-reads.ts';

const attempt = { left: () => 1000, isOver: () => false };
const ask = <T>(call: (one: typeof attempt) => Promise<T>): Promise<T> => call(attempt);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const twoTurns = async () => {
  await turn();
  await turn();
};
const never = () => false;
const extentOf = (size: number): Extent => ({ size, closed: 0, erasures: 0 });
const event = (seq: number) => ({ seq, text: `event ${seq}`, ip: null });

test('calls of one turn share an extent, and a call made while it is read has its own', async () => {
  const answers: ((extent: Extent) => void)[] = [];
  const reads = new SharedReads({
    turn,
    ask,
    mayBeOfOne: never,
    extent: () => new Promise((resolve) => answers.push(resolve)),
    events: () => Promise.resolve([]),
    maxEvents: 500,
  });
  const first = [reads.extent(), reads.extent()];
  await twoTurns();
  const second = reads.extent();
  await twoTurns();
  expect(answers).toHaveLength(2);
  answers[0]?.(extentOf(1));
  answers[1]?.(extentOf(2));
  expect((await Promise.all([...first, second])).map(({ size }) => size)).toEqual([1, 1, 2]);
});

test('a log that is numbered in parts asks for each with a deadline of its own', async () => {
  const answers = [undefined, undefined, extentOf(3)];
  let asked = 0;
  const reads = new SharedReads({
    turn,
    ask: (call) => {
      asked += 1;
      return call(attempt);
    },
    mayBeOfOne: never,
    extent: () => Promise.resolve(answers[asked - 1]),
    events: () => Promise.resolve([]),
    maxEvents: 500,
  });
  expect(await reads.extent()).toEqual(extentOf(3));
  expect(asked).toBe(3);
});

test('pages of one turn share a command, and each gets its own events', async () => {
  const sent: (readonly number[])[] = [];
  const reads = new SharedReads({
    turn,
    ask,
    mayBeOfOne: never,
    extent: () => Promise.resolve(extentOf(9)),
    events: (seqs) => {
      sent.push(seqs);
      return Promise.resolve([3, 1, 2].map(event));
    },
    maxEvents: 4,
  });
  const pages = await Promise.all([[1, 2], [2, 9], [3]].map((seqs) => reads.events(seqs)));
  expect(pages.map((page) => page.map(({ seq }) => seq))).toEqual([[1, 2], [2], [3]]);
  expect(sent).toEqual([[1, 2, 9], [3]]);
});
