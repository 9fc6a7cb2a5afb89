import { expect, test } from '@jest/globals';
import { newsOfMany } from './news-of-many.ts';

test('mails each file once to readers who may see it, by processes that are killed with kill -9', async () => {
  const { mailed, visible, namedTwice } = await newsOfMany({ files: 24, readers: 3, processes: 2, kills: 2 });
  expect({ mailed, namedTwice }).toEqual({ mailed: visible, namedTwice: [] });
}, 180_000);
