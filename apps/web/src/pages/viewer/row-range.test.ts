import { describe, expect, test } from '@jest/globals';
import { rangeOf } from './row-range.ts';

describe('the rows in sight', () => {
  test('are those of the window and some around it', () => {
    expect(rangeOf({ top: 3000, space: 300, count: 1000, height: 30 })).toEqual({
      first: 90,
      last: 120,
      total: 30_000,
      offset: 0,
    });
  });

  test('end with the list', () => {
    expect(rangeOf({ top: 0, space: 300, count: 3, height: 30 })).toEqual({ first: 0, last: 3, total: 90, offset: 0 });
    expect(rangeOf({ top: 0, space: 300, count: 0, height: 30 })).toEqual({ first: 0, last: 0, total: 0, offset: 0 });
  });

  test('are all reached in a list higher than a browser draws', () => {
    const seen = { space: 1000, count: 5_000_000, height: 20 };
    const { total } = rangeOf({ ...seen, top: 0 });
    expect(total).toBeLessThan(10_000_000);
    const end = rangeOf({ ...seen, top: total - seen.space });
    expect(end.last).toBe(seen.count);
    // The last row ends at the foot of the window.
    expect(seen.count * seen.height - end.offset).toBe(total);
    const middle = rangeOf({ ...seen, top: (total - seen.space) / 2 });
    expect(middle.first).toBeGreaterThan(2_400_000);
    expect(middle.last).toBeLessThan(2_600_000);
  });
});
