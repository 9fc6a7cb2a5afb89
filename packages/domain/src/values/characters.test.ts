import { expect, test } from '@jest/globals';
import { BLANK, PLAIN, SEGMENT, WELL_FORMED } from './characters.ts';

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

test('a line holds what is neither control, nor bidirectional formatting, nor half a surrogate pair', () => {
  expect(differences(PLAIN, /[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u)).toEqual([]);
});

test('a segment of a path holds the same without slash and backslash', () => {
  expect(differences(SEGMENT, /[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069/\\]/u)).toEqual([]);
});

test('well-formed is everything but half a surrogate pair', () => {
  expect(differences(WELL_FORMED, /[^\p{Cs}]/u)).toEqual([]);
});

test('blank is white space, control, format and what may be ignored', () => {
  expect(differences(BLANK, /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/u)).toEqual([]);
});
