import { expect, test } from '@jest/globals';
import { pauseAfter } from '../../src/kernel/retry.ts';

/** The longest of many pauses, in milliseconds: they are random. */
async function longestOf(attempt: number): Promise<number> {
  const pauses: number[] = [];
  const clock = { pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  for (let draw = 0; draw < 500; draw++) await pauseAfter(clock, attempt);
  return Math.max(...pauses);
}

test.each([
  [1, 2],
  [3, 8],
  [6, 64],
  [24, 64],
])('a retry after attempt %d waits for a random time of at most %d ms', async (attempt, most) => {
  const longest = await longestOf(attempt);
  expect(longest).toBeLessThanOrEqual(most);
  expect(longest).toBeGreaterThan(most / 2);
});
