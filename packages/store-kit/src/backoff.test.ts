import { expect, test } from '@jest/globals';
import { backoffMs } from './backoff.ts';

test.each([
  [1, 20, 40],
  [2, 40, 80],
  [3, 50, 100],
  [2000, 50, 100],
])('after %i failures the pause is between %i and %i ms', (failures, least, most) => {
  const pauses = Array.from({ length: 200 }, () => backoffMs(failures, { firstMs: 40, maxMs: 100 }));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(most);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});
