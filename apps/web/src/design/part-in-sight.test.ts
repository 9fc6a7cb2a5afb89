import { expect, test } from '@jest/globals';
import { partInSight } from './part-in-sight.ts';

test('the part that began last near the top is read', () => {
  expect(partInSight([90, 700, 1400], false)).toBe(0);
  expect(partInSight([-400, 120, 900], false)).toBe(1);
  expect(partInSight([-900, -300, 161], false)).toBe(1);
});

test('the first part is read above all of them, and the last one at the end of the page', () => {
  expect(partInSight([300, 700], false)).toBe(0);
  expect(partInSight([-900, -300, 500], true)).toBe(2);
});
