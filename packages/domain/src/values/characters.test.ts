import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  allBut,
  BLANK_RANGES,
  CONTROL_OR_BIDI,
  CONTROL_OR_BIDI_EXCEPT_BREAKS,
  codePoints,
  HALF_A_PAIR,
} from './characters.ts';

/** The code points that a class holds and its definition by properties does not, or the other way round. */
function differences(characters: string, definition: RegExp): readonly string[] {
  const spelled = new RegExp(`^[${characters}]$`, 'u');
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const text = String.fromCodePoint(point);
    if (spelled.test(text) !== definition.test(text)) wrong.push(point.toString(16));
  }
  return wrong;
}

test('no line holds control characters, line separators and bidirectional formatting', () => {
  expect(differences(CONTROL_OR_BIDI, /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u)).toEqual([]);
});

test('a text of several lines may hold line breaks and tabs', () => {
  const definition = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;
  expect(differences(CONTROL_OR_BIDI_EXCEPT_BREAKS, definition)).toEqual([]);
});

test('half of a surrogate pair is a lone surrogate', () => {
  expect(differences(HALF_A_PAIR, /^[\ud800-\udfff]$/u)).toEqual([]);
});

test('all but some classes means every other character, and names no half of a pair', () => {
  const classes = [CONTROL_OR_BIDI, 'a-cx\u{1f3f4}'];
  expect(differences(allBut(...classes), /[^\p{Cc}\u2028-\u202E\u2066-\u2069a-cx\u{1f3f4}\p{Cs}]/u)).toEqual([]);
  expect(allBut()).toBe('\\u0000-\\ud7ff\\ue000-\u{10ffff}');
});

test('blank means white space, control, format and ignorable characters', () => {
  expect(differences(BLANK_RANGES, /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/u)).toEqual([]);
});

test('the length of a text is its number of code points', () => {
  expect(['', 'a', '\u{ffff}b', '\u{10000}', '\u{10ffff}z'].map(codePoints)).toEqual([0, 1, 2, 1, 2]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(codePoints(text)).toBe(Array.from(text).length);
    }),
  );
});
