import { expect, test } from '@jest/globals';
import { escapeName, unescapeName } from './rows.ts';

const NAMES = [
  '',
  'a',
  '\0',
  '\u0001',
  '\u0002',
  '\0\u0001',
  '\u0001\0',
  '\u0001\u0001\u0002',
  'a\0',
  'a\u0001b',
  '\0\0',
  'é',
];

test('names of any characters come back, and none of them is stored with U+0000', () => {
  expect(NAMES.map((name) => unescapeName(escapeName(name)))).toEqual(NAMES);
  expect(NAMES.filter((name) => escapeName(name).includes('\0'))).toEqual([]);
});

test('stored names have the order of the bytes of the names', () => {
  const inOrder = (names: readonly string[]): string[] =>
    names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(inOrder(NAMES.map(escapeName)).map(unescapeName)).toEqual(inOrder(NAMES));
});
