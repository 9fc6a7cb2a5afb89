import { expect, test } from '@jest/globals';
import type { Extent } from '@strongroom/ports';
import { SharedReads } from './shared-reads.ts';

const attempt = { left: () => 1000, isOver: () => false };
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
    mayBeOfOne: never,
    extent: () => new Promise((resolve) => answers.push(resolve)),
    events: () => Promise.resolve([]),
    maxEvents: 500,
  });
  const first = [reads.extent(attempt), reads.extent(attempt)];
  await twoTurns();
  const second = reads.extent(attempt);
  await twoTurns();
  expect(answers).toHaveLength(2);
  answers[0]?.(extentOf(1));
  answers[1]?.(extentOf(2));
  expect((await Promise.all([...first, second])).map(({ size }) => size)).toEqual([1, 1, 2]);
});

test('pages of one turn share a command, and each gets its own events', async () => {
  const sent: (readonly number[])[] = [];
  const reads = new SharedReads({
    turn,
    mayBeOfOne: never,
    extent: () => Promise.resolve(extentOf(9)),
    events: (seqs) => {
      sent.push(seqs);
      return Promise.resolve([3, 1, 2].map(event));
    },
    maxEvents: 4,
  });
  const pages = await Promise.all([[1, 2], [2, 9], [3]].map((seqs) => reads.events(seqs, attempt)));
  expect(pages.map((page) => page.map(({ seq }) => seq))).toEqual([[1, 2], [2], [3]]);
  expect(sent).toEqual([[1, 2, 9], [3]]);
});
