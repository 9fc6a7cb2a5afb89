import { expect, test } from '@jest/globals';
import { contentKey } from '../src/transfer/content-key.ts';

test('another version of a file is another content, and the first one is known by the id as before', () => {
  expect([undefined, 1, 2, 3].map((version) => contentKey({ id: 'f', version }))).toEqual(['f', 'f', 'f v2', 'f v3']);
});
