import { expect, test } from '@jest/globals';
import { callerBehind } from './caller.ts';

const PROXY = '10.0.0.1';

test.each([
  ['no proxy, whose header counts for nothing', 0, '9.9.9.9', PROXY, true],
  ['one proxy', 1, '203.0.113.9', '203.0.113.9', true],
  ['one proxy, with an entry of the caller before its own', 1, '9.9.9.9, 203.0.113.9', '203.0.113.9', true],
  ['two proxies', 2, '203.0.113.9, 10.0.0.2', '203.0.113.9', true],
  ['one proxy that adds a port', 1, '203.0.113.9:51234', '203.0.113.9', true],
  ['one proxy that adds a port to IPv6', 1, '[2001:db8::1]:51234', '2001:db8::1', true],
  ['one proxy that adds brackets', 1, '[2001:db8::1]', '2001:db8::1', true],
  ['one proxy in a network of one link', 1, 'fe80::1%eth0', 'fe80::1%eth0', true],
  ['one proxy without a header', 1, undefined, PROXY, false],
  ['one proxy with an empty header', 1, '', PROXY, false],
  ['one proxy that says no address', 1, 'unknown', PROXY, false],
  ['one proxy that says what is almost an address', 1, '203.0.113.9:', PROXY, false],
  ['two proxies, of which one says no address', 2, '203.0.113.9, unknown', PROXY, false],
  ['two proxies, of which the first says no address', 2, 'unknown, 10.0.0.2', '10.0.0.2', false],
  ['one proxy that names a zone longer than any machine does', 1, `fe80::1%${'z'.repeat(80)}`, PROXY, false],
  [
    'one proxy, with an endless entry of the caller before its own',
    1,
    `${'9'.repeat(16_000)},203.0.113.9`,
    '203.0.113.9',
    true,
  ],
  ['two proxies and a path that begins with a comma', 2, ',10.0.0.2', '10.0.0.2', false],
  ['two proxies and a path of one', 2, '10.0.0.2', '10.0.0.2', false],
])('the caller behind %s', (_, proxies, forwarded, address, isCaller) => {
  expect(callerBehind(proxies, forwarded, PROXY)).toEqual({ address, isCaller });
});

test('a connection without an address has no known caller behind a proxy', () => {
  expect(callerBehind(1, '203.0.113.9', '')).toEqual({ address: '', isCaller: false });
});

test('the address reads no entry before those of the proxies', () => {
  const commas = `${','.repeat(16_384)}203.0.113.9`;
  const begun = process.cpuUsage().user;
  const callers = Array.from({ length: 500 }, () => callerBehind(1, commas, PROXY).address);
  // Microseconds. Reading every entry takes 2000 for each request.
  expect(process.cpuUsage().user - begun).toBeLessThan(200_000);
  expect(new Set(callers)).toEqual(new Set(['203.0.113.9']));
});
