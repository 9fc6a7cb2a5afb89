import { expect, test } from '@jest/globals';
import { requesterAt } from '../../src/kernel/network.ts';

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::18f', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64', '2001:db8:0::/48'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64', '0:2:3::/48'],
  ['fe80::', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('the IPv6 address %s counts in its /64 and its /48', (address, narrow, wide) => {
  expect(requesterAt(address)).toEqual({ narrow, wide });
});

test.each(['192.0.2.7', '', 'nonsense', 'cafe', '::ffff:192.0.2.7', 'fe80::1%eth0'])(
  '%p counts by itself',
  (address) => {
    expect(requesterAt(address)).toEqual({ narrow: address, wide: address });
  },
);
