import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { ClientAddress, canonicalAddress } from './address.ts';

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

test('the long zone of an address is not kept', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const addresses = new ClientAddress(1);
  const message = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: '10.0.0.1' }));
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let caller = 0; caller < 4000; caller++) {
    message.headers['x-forwarded-for'] = Buffer.from(`fe80::${caller}%${'z'.repeat(16_000)}`).toString();
    addresses.of(message);
  }
  collect();
  expect((process.memoryUsage().heapUsed - before) / 1_000_000).toBeLessThan(8);
  expect(addresses.of(message).address).toBe('10.0.0.1');
});
