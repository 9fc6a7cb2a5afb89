import { expect, test } from '@jest/globals';
import { newsOfMany } from './news-of-many.ts';

test('50 readers with different rights get 10 000 files by four processes that are killed with kill -9', async () => {
  const { mailed, visible, namedTwice, kills } = await newsOfMany({
    files: 10_000,
    readers: 50,
    processes: 4,
    kills: 25,
  });
  expect({ mailed, namedTwice }).toEqual({ mailed: visible, namedTwice: [] });
  expect(kills).toBeGreaterThan(20);
}, 600_000);
