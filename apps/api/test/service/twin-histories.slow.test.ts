import { expect, test } from '@jest/globals';
import { live } from './histories/history.ts';

const SEEDS = [101, 102, 103, 104, 105, 106];

test('members of one group get the answers of a room without 29 other bidders, through random histories', async () => {
  const total: Record<string, number> = {};
  for (const seed of SEEDS)
    for (const [name, times] of Object.entries(await live(seed, 29, 400))) total[name] = (total[name] ?? 0) + times;
  process.stdout.write(`${JSON.stringify(total)}\n`);
  const never = Object.keys(total).filter((name) => total[name] === 0);
  // Only owners export and restrict.
  expect(never.toSorted()).toEqual(['change of a group', 'export', 'restriction']);
}, 1_800_000);
