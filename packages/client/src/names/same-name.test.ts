import { describe, expect, test } from '@jest/globals';
import { roomName } from './portable-name.ts';
import { foldedName } from './same-name.ts';

describe('A name as it is compared', () => {
  test.each([
    ['café.txt', 'cafe\u0301.txt'],
    ['Ärger', 'a\u0308RGER'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ǅ', 'ǆ'],
    ['\u212bngström', 'Ångström'],
    ['µm', 'μM'],
    ['STRASSE ẞ', 'strasse ß'],
    ['가.pdf', '\u1100\u1161.pdf'],
    ['𐐀', '𐐨'],
    ['K', 'k'],
  ])('is the same for %j and %j', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
  });

  test.each([
    ['straße', 'strasse'],
    ['a b', 'a  b'],
    ['ﬁ', 'fi'],
    ['I', 'ı'],
    ['İ', 'i'],
    ['a', 'а'],
  ])('differs for %j and %j', (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other));
  });

  test('folds every letter as Unicode does', () => {
    const wrong: string[] = [];
    for (let code = 0x80; code <= 0x1_ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const letter = String.fromCodePoint(code);
      const folded = foldedName(letter);
      const composed = letter.normalize('NFC');
      if (Array.from(composed).length > 1 || folded === composed) continue;
      // The engine compares without case by the simple folding of Unicode.
      if (!new RegExp(`^${folded}$`, 'iu').test(composed)) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
  });
});

describe('The name of a local file in a room', () => {
  test.each([
    ['cafe\u0301.txt', 'café.txt'],
    ['.gitignore', '.gitignore'],
    ['a:b?.txt', 'a:b?.txt'],
    ['con', 'con'],
    ['end. ', 'end. '],
    ['a\\b', 'a_b'],
    ['two\nlines', 'two_lines'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['half\ud800', 'half_'],
    [' ', '_ '],
    ['\u00ad\u200b', '__'],
    ['soft\u00adhyphen', 'soft_hyphen'],
    ['1\ufe0f\u200d🔥', '1__🔥'],
    ['می\u200cخواهم ❤️\u200d🔥', 'می\u200cخواهم ❤️\u200d🔥'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿.svg', '🏴󠁧󠁢󠁥󠁮󠁧󠁿.svg'],
  ])('of %j is %j', (name, expected) => {
    expect(roomName(name)).toBe(expected);
  });

  test('has a number where another file has it already', () => {
    expect(roomName('a\\b.txt', 2)).toBe('a_b (2).txt');
  });
});
