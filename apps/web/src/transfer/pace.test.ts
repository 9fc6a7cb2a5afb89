import { expect, test } from '@jest/globals';
import { leftSentence, sentOf, speedOf, type TransferPace, timeLeft, withSample } from './pace.ts';

const MEBIBYTE = 2 ** 20;
const after = (...samples: readonly (readonly [seconds: number, mebibytes: number])[]): TransferPace =>
  samples.reduce<TransferPace>((pace, [at, sent]) => withSample(pace, { at: at * 1000, sent: sent * MEBIBYTE }), []);

test('the time that is left follows the pace of the last seconds', () => {
  expect(timeLeft(after([0, 0], [1, 1], [4, 4]), 64 * MEBIBYTE)).toBe(60_000);
  // Slow now: the quick beginning is forgotten.
  expect(timeLeft(after([0, 0], [1, 40], [30, 41], [40, 42]), 52 * MEBIBYTE)).toBe(100_000);
});

test('no time is shown before the speed is known, or if nothing moves', () => {
  expect(timeLeft(after(), MEBIBYTE)).toBeUndefined();
  expect(timeLeft(after([0, 0], [2, 1]), 2 * MEBIBYTE)).toBeUndefined();
  expect(timeLeft(after([0, 1], [4, 1]), 2 * MEBIBYTE)).toBeUndefined();
  // A file of one byte beside a large one that waits.
  expect(timeLeft(withSample(after([0, 0]), { at: 4000, sent: 2 }), 86 * MEBIBYTE)).toBeUndefined();
  // Many files of a few bytes.
  expect(timeLeft(withSample(after([0, 0]), { at: 4000, sent: 1000 }), 11_000)).toBe(40_000);
  // A retry sends its file again.
  expect(timeLeft(after([0, 0], [4, 4], [5, 2]), 8 * MEBIBYTE)).toBeUndefined();
});

test('the speed is shown after a second, where something moves', () => {
  expect(speedOf(after([0, 0], [0.5, 1]))).toBeUndefined();
  expect(speedOf(after([0, 1], [4, 1]))).toBeUndefined();
  expect(speedOf(after([0, 0], [1, 3], [2, 5]))).toBe('2.5 MiB a second');
});

test.each([
  [59_000, 'less than a minute left'],
  [60_000, 'about 1 minute left'],
  [200_000, 'about 3 minutes left'],
  [5_400_000, 'about 2 hours left'],
  [90_000_000, 'more than a day left'],
])('%i milliseconds are "%s"', (milliseconds, sentence) => {
  expect(leftSentence(milliseconds)).toBe(sentence);
});

test('the sent part is named with the time that is left, once it is known', () => {
  expect(sentOf(after([0, 0], [1, 1]), MEBIBYTE, 64 * MEBIBYTE)).toBe('1.0 MiB of 64 MiB');
  expect(sentOf(after([0, 0], [4, 4]), 4 * MEBIBYTE, 124 * MEBIBYTE)).toBe('4.0 MiB of 124 MiB, about 2 minutes left');
});
