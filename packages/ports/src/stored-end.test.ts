import { expect, test } from '@jest/globals';
import { isOver, MAX_CLOCK_GAP_MS } from './stored-end.ts';

test.each([
  ['an end that has come', 1000, true],
  ['an end in a millisecond', 1001, false],
  ['an end at its full length', 1000 + 500, false],
  ['an end as a clock wrote it that is ahead by as much as clocks may differ', 1000 + 500 + MAX_CLOCK_GAP_MS, false],
  ['an end a millisecond later than that', 1000 + 500 + MAX_CLOCK_GAP_MS + 1, true],
  ['an end in 400 days', 400 * 86_400_000, true],
])('%s (%i ms) counts as over: %s', (_, endsAt, expected) => {
  expect(isOver(endsAt, 500, 1000)).toBe(expected);
});
