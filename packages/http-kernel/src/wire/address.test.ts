import { expect, test } from '@jest/globals';
import { canonicalAddress } from './address.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::FFFF:10.0.0.7', '10.0.0.7'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:ffff:c0a8:1', '192.168.0.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8::0001', '2001:db8::1'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['nonsense', 'nonsense'],
  ['', ''],
])('%s is written %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical);
});
