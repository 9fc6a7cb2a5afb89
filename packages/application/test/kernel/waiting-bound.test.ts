import { expect, test } from '@jest/globals';
import { crowdedOut } from '../../src/kernel/waiting-bound.ts';

const at = (ips: readonly string[]) => ips.map((ip, since) => ({ ip, since: since as never }));
const ended = (ips: readonly string[], number: number) =>
  crowdedOut(at(ips), number).map(({ ip, since }) => `${Number(since)} ${ip}`);

test('the oldest of the busiest network end first', () => {
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 2)).toEqual(['1 b', '2 b']);
});

test('networks are brought to the same number, and then the oldest of all end', () => {
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 3)).toEqual(['1 b', '2 b', '0 a']);
  expect(ended(['a', 'b', 'b', 'c', 'b', 'a', 'b'], 5)).toEqual(['1 b', '2 b', '0 a', '4 b', '3 c']);
});

test('addresses of one IPv6 network of 48 bits are one network', () => {
  expect(ended(['192.0.2.1', '2001:db8:1:1::1', '2001:db8:2::1', '2001:db8:1:2::1'], 1)).toEqual(['1 2001:db8:1:1::1']);
});

test('all end where more are asked for than wait', () => {
  expect(ended(['a', 'b'], 9)).toHaveLength(2);
  expect(ended([], 9)).toEqual([]);
});
