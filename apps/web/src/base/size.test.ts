import { expect, test } from '@jest/globals';
import { formatSize } from './size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [10_200, '10 KiB'],
  [2 ** 20 - 1, '1.0 MiB'],
  [2 ** 30 - 3, '1.0 GiB'],
  [2 ** 30, '1.0 GiB'],
  [100 * 2 ** 20, '100 MiB'],
  [2 ** 50, '1024 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
