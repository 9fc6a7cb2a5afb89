import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { FileName, FolderPath, RoomDescription, RoomName } from './text.ts';
import { hasUnseenOutOfPlace } from './unseen.ts';

/** Every code point that a text holds, by a test. */
function every(is: (character: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const one = String.fromCodePoint(point);
    if ((point < 0xd800 || point > 0xdfff) && is(one)) found.push(one);
  }
  return found;
}
const isUnseen = (one: string): boolean => /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(one);
const UNSEEN = every(isUnseen);

describe('a name without words that need invisible characters', () => {
  const wrong = (before: string, after: string): readonly string[] =>
    UNSEEN.filter((one) => RoomName.is(`${before}${one}${after}`));

  test('holds no invisible character at its start, in its middle, at its end, or twice', () => {
    expect(wrong('', 'a')).toEqual([]);
    expect(wrong('a', 'b')).toEqual([]);
    expect(wrong('1', '2')).toEqual([]);
    expect(wrong('a ', ' b')).toEqual([]);
    expect(wrong('a', '')).toEqual([]);
    expect(UNSEEN.filter((one) => RoomName.is(`❤️${one}${one}🔥`))).toEqual([]);
    expect(UNSEEN.filter((one) => RoomName.is(`می${one}${one}خواهم`))).toEqual([]);
  });

  test('accepts every other character', () => {
    const others = every((one) => !isUnseen(one)).join('a');
    expect(hasUnseenOutOfPlace(others)).toBe(false);
  });
});

describe('words and emoji that need invisible characters', () => {
  test.each([
    '❤️‍🔥',
    'Love ❤️',
    '👩‍🚀 crew',
    '👨‍👩‍👧‍👦',
    '👩🏽‍🚀',
    '🏳️‍🌈.png',
    '1️⃣ first',
    '#️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '🏴‍☠️',
    'می\u200cخواهم',
    'خانه\u200cها.pdf',
    'क्\u200dष',
    'র\u200d্য',
    'ශ්\u200dරී',
    'അവന\u0d4d\u200d.pdf',
    '葛\u{e0100}城',
    'ᠮᠣᠩᠭᠣᠯ\u180b',
  ])('%j are a name', (name) => {
    expect([name, FileName.problem(name)]).toEqual([name, undefined]);
  });

  test.each([
    '\u200dक्ष',
    'می\u200c',
    'می\u200c.pdf',
    'می\u200c\u200cخواهم',
    'PDF\u200cها',
    'a\u200db',
    'a\ufe0f',
    '1\ufe0f',
    '❤\ufe0f\ufe0f',
    '❤️‍',
    '❤️‍a',
    '🏴󠁧',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}',
    '🏴󠁵󠁳󠁣󠁡󠁿',
    'a󠁧󠁢󠁥󠁮󠁧󠁿',
    '\u0661\u200c\u0662',
    'क\u180bष',
    '文\ufe0f',
  ])('%j are refused', (name) => {
    expect(FileName.problem(name)?.message).toMatch(/^must not hold invisible characters/);
  });

  test('each segment of a path is a name', () => {
    expect(FolderPath.is('می\u200cخواهم/❤️‍🔥')).toBe(true);
    for (const path of ['a/\u200dक', 'क्\u200d/a', 'a\u200b/b'])
      expect([path, FolderPath.is(path)]).toEqual([path, false]);
  });

  test('texts of several lines may hold them anywhere', () => {
    expect(RoomDescription.is('soft\u00adhyphen, \u200e, \u200d')).toBe(true);
  });
});

test('the published form and the check agree, whatever stands together', () => {
  const { pattern, not } = RoomName.schema as { pattern: string; not: { anyOf: readonly { pattern: string }[] } };
  const [form, forbidden] = [new RegExp(pattern, 'u'), not.anyOf.map((one) => new RegExp(one.pattern, 'u'))];
  const telling = [
    ...Array.from('a1#/. ❤🔥😀🏴م\u0d4d文ᠠက'),
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe00',
    '\ufe0e',
    '\ufe0f',
    '\u20e3',
    '\u180b',
  ];
  const tags = ['\u{e0067}', '\u{e0062}', '\u{e007f}', '\u{e0100}', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u00ad', '\u061c'];
  const piece = fc.oneof(fc.constantFrom(...telling, ...tags), fc.string({ unit: 'binary', maxLength: 1 }));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
      const name = pieces.join('');
      const isPublished = form.test(name) && !forbidden.some((one) => one.test(name));
      expect([name, isPublished]).toEqual([name, RoomName.is(name)]);
    }),
    { numRuns: 800 },
  );
});

test('a long name of one kind costs no more than its length', () => {
  for (const part of ['❤️‍🔥', '❤\ufe0f', 'م\u200c', '🏴', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴\u{e0067}'])
    expect(() => RoomName.is(part.repeat(200).slice(0, 200))).not.toThrow();
});

test('letters of scripts that join take joiners', () => {
  const SCRIPTS = /[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Taml}\p{sc=Telu}\p{sc=Mlym}\p{sc=Sinh}]/u;
  const letters = every((one) => SCRIPTS.test(one) && /\p{L}/u.test(one) && /[\u0600-\u1fff]/u.test(one));
  expect(letters.filter((letter) => !RoomName.is(`${letter}\u200c${letter}`))).toEqual([]);
});

test('every emoji takes its coloured form', () => {
  const emoji = every((one) => /(?![#*0-9\u{1f1e6}-\u{1f1ff}])\p{Emoji}/u.test(one));
  expect(emoji.filter((one) => !RoomName.is(`${one}\ufe0f`))).toEqual([]);
});
