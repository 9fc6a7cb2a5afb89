import { expect, test } from '@jest/globals';
import { crc32c } from './crc32c.ts';

// RFC 3720 appendix B.4, and the check value that catalogues of CRCs give.
test.each([
  ['nothing', [], 0],
  ['32 bytes of zeroes', Array.from({ length: 32 }, () => 0), 0x8a9136aa],
  ['32 bytes of ones', Array.from({ length: 32 }, () => 0xff), 0x62a8ab43],
  ['32 incrementing bytes', Array.from({ length: 32 }, (_, index) => index), 0x46dd794e],
  ['32 decrementing bytes', Array.from({ length: 32 }, (_, index) => 31 - index), 0x113fdb5c],
  ['the digits 1 to 9', [...Buffer.from('123456789')], 0xe3069283],
])('the bytes of %s have the published checksum', (_, bytes, expected) => {
  expect(crc32c(Uint8Array.from(bytes))).toBe(expected);
});
