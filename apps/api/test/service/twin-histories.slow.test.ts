import { expect, test } from '@jest/globals';
import { live } from './histories/history.ts';

const SEEDS = [101, 102, 103, 104, 105, 106];
/** The number of acts of all histories by name. */
const total: Record<string, number> = {};

test.each(SEEDS)(
  'members of one group get the answers of a room without 29 other bidders, seed %i',
  async (seed) => {
    const done = await live(seed, 29, 400);
    for (const [name, times] of Object.entries(done)) total[name] = (total[name] ?? 0) + times;
    expect(Object.values(done).filter((times) => times > 0).length).toBeGreaterThan(20);
  },
  600_000,
);

test('every act of the histories was let through, but those of owners alone', () => {
  process.stdout.write(`${JSON.stringify(total)}\n`);
  const never = Object.keys(total).filter((name) => total[name] === 0);
  expect(never.toSorted()).toEqual(['change of a group', 'export', 'restriction']);
});
