import { expect, test } from '@jest/globals';
import { live } from './histories/history.ts';

test('members of one group get the answers of a room without six other bidders, through a random history', async () => {
  const done = await live(1, 6, 40);
  expect(Object.values(done).filter((times) => times > 0).length).toBeGreaterThan(10);
}, 180_000);
