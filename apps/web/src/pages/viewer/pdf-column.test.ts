import { expect, test } from '@jest/globals';
import { columnAt } from './pdf-column.ts';

const line = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 10 });
const TWO = [...[100, 115, 130].flatMap((top) => [line(20, 180, top), line(200, 360, top)]), line(20, 360, 600)];

test('a column is that of the text at a point, not the one beside it', () => {
  expect(columnAt(TWO, [50, 118])).toEqual({ left: 20, right: 180 });
  expect(columnAt(TWO, [300, 118])).toEqual({ left: 200, right: 360 });
});

test('pieces of one line are one column, and a point without texts near it has none', () => {
  expect(columnAt([line(20, 100, 50), line(104, 300, 50), line(20, 310, 65)], [30, 55])).toEqual({
    left: 20,
    right: 310,
  });
  expect(columnAt([], [1, 1])).toBeUndefined();
  expect(columnAt([line(0, 10, 5000)], [5, 5])).toBeUndefined();
});
