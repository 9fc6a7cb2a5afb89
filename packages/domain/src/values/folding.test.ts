import { expect, test } from '@jest/globals';
import { foldText, naturalKey, siblingKey, wordsToFind } from './folding.ts';

test.each([
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['ＡＢＣ１', 'abc1'],
  ['STRASSE', 'straße'],
  ['Ærø', 'aero'],
  ['Łódź', 'lodz'],
  ['ΟΔΟΣ', 'οδος'],
  ['İstanbul', 'istanbul'],
  ['con\u00adtract', 'contract'],
  ['ﬁnal', 'final'],
])('%s and %s are folded to the same text', (one, other) => expect(foldText(one)).toBe(foldText(other)));

test.each([
  ['が', 'か'],
  ['한', '하'],
  ['กำ', 'กา'],
  ['a', 'b'],
])('%s and %s are different letters', (one, other) => expect(foldText(one)).not.toBe(foldText(other)));

test('words are folded, each once, the longest first, and no more than wanted', () => {
  expect(wordsToFind('  Lease  LEASE Müller a ', 10)).toEqual(['muller', 'lease', 'a']);
  expect(wordsToFind('a bb ccc', 2)).toEqual(['ccc', 'bb']);
  expect(wordsToFind('  ', 2)).toEqual([]);
});

test('names are in natural order', () => {
  const names = ['10 b', '2 b', '02 c', 'B 1', 'a 100', 'a 20', 'Ä 3', 'a', '-', '1'];
  const order = names.toSorted((one, other) => (naturalKey(one) < naturalKey(other) ? -1 : 1));
  expect(order).toEqual(['-', '1', '2 b', '02 c', '10 b', 'a', 'Ä 3', 'a 20', 'a 100', 'B 1']);
});

test('a long name has a short key that no half character ends', () => {
  expect(Array.from(naturalKey('😀'.repeat(200)))).toHaveLength(80);
  expect(naturalKey(`a${'1'.repeat(200)}`) < naturalKey(`a${'1'.repeat(201)}`)).toBe(false);
});

test('equates all that names of files and folders equate: each character with its simple folding', () => {
  expect(foldText('STRA\u1E9EE')).toBe(foldText('Stra\u00DFe'));
  const apart: string[] = [];
  for (let code = 0x80; code <= 0x10_ff_ff; code++) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    if (foldText(siblingKey(character)) !== foldText(character)) apart.push(code.toString(16));
  }
  expect(apart).toEqual([]);
});
