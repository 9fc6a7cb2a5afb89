import { expect, test } from '@jest/globals';
import { BLOCK_EVENTS, commonOffsets, encodeOffsets, offsetsOf } from './postings.ts';

const every = (step: number, first = 0): readonly number[] =>
  Array.from({ length: Math.ceil((BLOCK_EVENTS - first) / step) }, (_, index) => first + index * step);

/** Selections that are stored as bitmaps, as lists, and without any offset. */
const selections: readonly (readonly number[])[] = [
  every(2),
  every(3, 1),
  every(5, BLOCK_EVENTS % 5),
  every(97),
  every(1009, 3),
  [0],
  [BLOCK_EVENTS - 1],
  [],
];

test('a search finds what any two and three selections have in common', () => {
  for (const first of selections)
    for (const second of selections)
      for (const third of [every(1), ...selections]) {
        const [inSecond, inThird] = [new Set(second), new Set(third)];
        const expected = first.filter((offset) => inSecond.has(offset) && inThird.has(offset));
        const found = commonOffsets([first, second, third].map(encodeOffsets));
        expect(found === undefined ? [] : offsetsOf(found)).toEqual(expected);
      }
});

test('a search finds every event of a selection, and no event without one', () => {
  for (const offsets of selections) {
    const found = commonOffsets([encodeOffsets(offsets)]);
    expect(found === undefined ? [] : offsetsOf(found)).toEqual(offsets);
  }
  expect(commonOffsets([])).toBeUndefined();
});
