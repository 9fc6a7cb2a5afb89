import { expect, test } from '@jest/globals';
import { addressesIn, endsAddress, isAddress } from './addresses.ts';

test('a pasted list gives each address once, and keeps the words that are not addresses', () => {
  expect(addressesIn('"King, Ada" <Ada@Example.org>; bob@example.org\nbob@example.org, not')).toEqual([
    'ada@example.org',
    'bob@example.org',
    'not',
  ]);
});

test.each([
  ['ada@example.org', true],
  ["o'neil+deal@sub.example.org", true],
  ['ada@localhost', true],
  ['not', false],
  ['ada@', false],
  ['ada..king@example.org', false],
  ['müller@example.org', false],
  ['ada@-example.org', false],
  [`${'a'.repeat(65)}@example.org`, false],
  [`a@${'b.'.repeat(130)}org`, false],
])('%s is an address: %s', (word, expected) => {
  expect(isAddress(word)).toBe(expected);
});

test.each([
  ['ada@example.org,', true],
  ['ada@example.org ', true],
  ['ada@example.org\n', true],
  ['ada@example.org', false],
  ['"King, Ada" <ada@exam', false],
  ['Ada ', false],
])('%j ends an address: %s', (text, expected) => {
  expect(endsAddress(text)).toBe(expected);
});
