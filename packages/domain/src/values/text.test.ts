import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { codePoints } from './characters.ts';
import {
  FileName,
  FolderPath,
  InvitationMessage,
  OrgUnitName,
  PersonName,
  RoomDescription,
  RoomName,
  SenderName,
  SenderNote,
  TokenName,
} from './text.ts';
import type { Value } from './value.ts';

const ONE_LINE: readonly (readonly [Value<string>, number])[] = [
  [RoomName, 200],
  [PersonName, 200],
  [SenderName, 200],
  [OrgUnitName, 200],
  [TokenName, 100],
  [FileName, 255],
];

test('a length counts code points, not UTF-16 units and not what a reader sees as one', () => {
  expect(codePoints('')).toBe(0);
  expect(codePoints('abc')).toBe(3);
  expect(codePoints('😀')).toBe(1);
  expect(codePoints('\u00e9')).toBe(1);
  expect(codePoints('e\u0301')).toBe(2);
  expect(codePoints('👩‍🚀')).toBe(3);
});

test('the length of any well-formed text is the number of its code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => expect(codePoints(text)).toBe(Array.from(text).length)),
  );
});

describe.each(ONE_LINE.map(([value, max]) => [value.name, value, max] as const))('%s', (_, value, max) => {
  test('takes up to its length in code points, and nothing empty', () => {
    expect(value.is('a')).toBe(true);
    expect(value.is('😀'.repeat(max))).toBe(true);
    expect(value.is('😀'.repeat(max + 1))).toBe(false);
    expect(value.problem('')).toEqual({
      rule: 'text',
      code: 'VALIDATION_ERROR',
      message: 'must have at least 1 character',
    });
    expect(value.problem('a'.repeat(max + 1))?.message).toBe(`must have at most ${max} characters`);
  });

  test('refuses control characters, line breaks and tabs among them', () => {
    for (const control of ['\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\u009f'])
      expect([control, value.is(`a${control}b`)]).toEqual([control, false]);
  });

  test('refuses characters that make a name look like another', () => {
    for (const point of [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])
      expect([point, value.is(`a${String.fromCodePoint(point)}b`)]).toEqual([point, false]);
  });

  test('refuses half a surrogate pair wherever it stands, and takes a whole one', () => {
    for (const text of ['\ud83d', 'a\ud83d', '\ude00a', 'a\ud83db', '\ude00\ud83d'])
      expect(value.problem(text)?.message).toBe('must not hold lone surrogates');
    expect(value.is('\ud83d\ude00')).toBe(true);
  });

  test('refuses blank and invisible texts', () => {
    for (const text of [
      ' ',
      '   ',
      '\u00a0',
      '\u2003',
      '\u3000',
      '\u200b',
      '\u200d',
      '\ufeff',
      '\u00ad',
      '\u2060',
      '\u3164',
      '\u{e0020}',
    ])
      expect([text, value.problem(text)?.message]).toEqual([text, 'must not be blank']);
  });

  test('takes blank characters beside visible ones, and right-to-left script', () => {
    for (const text of [' a ', '👩‍🚀', 'مشروع', 'Ünïcödé', '...', '-'])
      expect([text, value.is(text)]).toEqual([text, true]);
  });

  test('takes nothing but a string', () => {
    for (const input of [undefined, null, 1, true, ['a'], { a: 1 }, new String('a')])
      expect(value.problem(input)?.message).toBe('must be a string');
  });

  test('is kept exactly as sent', () => {
    expect(value.parse(' e\u0301 ')).toBe(' e\u0301 ');
  });
});

describe('RoomDescription', () => {
  test('may be empty or blank, and may hold line breaks and tabs', () => {
    for (const text of ['', ' ', 'one\ntwo\r\n\tthree']) expect(RoomDescription.is(text)).toBe(true);
  });

  test('accepts 2000 characters at most', () => {
    expect(RoomDescription.is('😀'.repeat(2000))).toBe(true);
    expect(RoomDescription.is('a'.repeat(2001))).toBe(false);
  });

  test('refuses every other control, bidirectional formatting and lone surrogates', () => {
    for (const text of ['\0', '\v', '\f', '\u001b', '\u007f', '\u0085', '\u202e', '\u2066', '\ud83d'])
      expect([text, RoomDescription.is(`a${text}b`)]).toEqual([text, false]);
  });
});

test('a note of a sender has at most 500 characters, and may have line breaks', () => {
  expect(SenderNote.is(`One\n${'😀'.repeat(496)}`)).toBe(true);
  for (const text of ['', ' \n', 'a'.repeat(501), 'a\0', 'a\u202eb'])
    expect([text, SenderNote.is(text)]).toEqual([text, false]);
});

describe('FileName', () => {
  test('is one path segment', () => {
    for (const name of ['a/b', '/a', 'a/', 'a\\b', '\\', '.', '..'])
      expect([name, FileName.is(name)]).toEqual([name, false]);
    for (const name of ['...', '.env', 'a..b', 'a b.pdf', '..a', 'ü.txt'])
      expect([name, FileName.is(name)]).toEqual([name, true]);
  });
});

describe('FolderPath', () => {
  test('is empty for the top of the room, or segments joined by "/"', () => {
    for (const path of ['', 'a', 'a/b', 'contracts/2026/.drafts', 'a b/c'])
      expect([path, FolderPath.is(path)]).toEqual([path, true]);
  });

  test('refuses segments that are empty, "." or "..", and backslashes', () => {
    for (const path of ['/', '/a', 'a/', 'a//b', '.', '..', 'a/..', './a', 'a/./b', 'a/../b', 'a\\b'])
      expect([path, FolderPath.is(path)]).toEqual([path, false]);
  });

  test('accepts 1024 characters at most, on one line', () => {
    expect(FolderPath.is('a'.repeat(1024))).toBe(true);
    expect(FolderPath.is('a'.repeat(1025))).toBe(false);
    expect(FolderPath.is('a\nb')).toBe(false);
    expect(FolderPath.is('a\u202eb')).toBe(false);
  });
});

test('a message of an inviter takes lines up to its length, nothing blank and no control character', () => {
  expect(InvitationMessage.is(`Dear Ben,\n\tthe papers.\r\n${'😀'.repeat(900)}`)).toBe(true);
  for (const text of [
    '',
    ' \n\t ',
    'a'.repeat(1001),
    'a\0',
    'a\u001b[2J',
    'a\u000b',
    'a\u0085b',
    'a\u202eb',
    'a\ud83d',
  ])
    expect([text, InvitationMessage.is(text)]).toEqual([text, false]);
});
