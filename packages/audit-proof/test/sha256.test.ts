import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { assert, property, uint8Array } from 'fast-check';
import { sha256 } from '../src/index.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('the hash agrees with Node at every length around the padding of a block', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256);
  for (let length = 0; length <= bytes.length; length++) {
    const input = bytes.subarray(0, length);
    expect(hex(sha256(input))).toBe(hash('sha256', input));
  }
});

test('the hash agrees with Node on random bytes', () => {
  assert(
    property(uint8Array({ maxLength: 5000 }), (input) => {
      expect(hex(sha256(input))).toBe(hash('sha256', input));
    }),
  );
});

test('the hash returns another array at each call', () => {
  const first = sha256(Uint8Array.of(1));
  const kept = hex(first);
  sha256(Uint8Array.of(2));
  expect(hex(first)).toBe(kept);
});
