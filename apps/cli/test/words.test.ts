import { expect, test } from '@jest/globals';
import { cleanJson, cleanLine, cleanLines, parseCount, secondsOf } from '@strongroom/command-line';
import { isSameService } from '../src/account/is-same-service.ts';
import { splitWords } from '../src/account/split-words.ts';
import { momentOf } from '../src/commands/audit/moments.ts';

test.each([
  ['30m', 1800],
  ['12h', 43_200],
  ['2w', 1_209_600],
  ['1d12h', 129_600],
  ['90s', 90],
])('%s are %i seconds', (text, seconds) => {
  expect(secondsOf('--x', text)).toBe(seconds);
});

test.each(['', '7', 'd', '7 d', '-1d', '1y', '1.5h'])('%j is not a duration', (text) => {
  expect(() => secondsOf('--x', text)).toThrow('--x is a duration');
});

test('a count is a whole number from 1', () => {
  expect(parseCount('--n', '12')).toBe(12);
  expect(parseCount('--n', undefined)).toBeUndefined();
  for (const text of ['0', '-1', '1.5', '1e3', '01', 'x']) expect(() => parseCount('--n', text)).toThrow('from 1');
});

test('a time is given as a day, as a date with a time, or as a duration ago', () => {
  const now = Date.parse('2027-03-01T12:00:00.900Z');
  expect(momentOf('--from', '2027-01-31', now)).toBe('2027-01-31T00:00:00Z');
  expect(momentOf('--from', '2027-01-31T08:00:00+02:00', now)).toBe('2027-01-31T06:00:00Z');
  expect(momentOf('--from', '1d', now)).toBe('2027-02-28T12:00:00Z');
  for (const text of ['yesterday', '31.1.2027', '2027-13-01', 'Jan 1 2027'])
    expect(() => momentOf('--from', text, now)).toThrow('--from is a day');
});

test.each([
  ['vault-unwrap {kms_key_id}', ['vault-unwrap', '{kms_key_id}']],
  [`a 'b c' "d e" f\\ g ''`, ['a', 'b c', 'd e', 'f g', '']],
  [String.raw`"say \"hi\"" 'it''s'`, ['say "hi"', 'its']],
  ['  ', []],
  ["open 'quote", []],
])('%j is split into words as a shell does', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test('terminal control characters are shown, and letters of any language stay', () => {
  expect(cleanLine('a\u001b[2J\u0007\u009b\u007f')).toBe('a\\u{1b}[2J\\u{7}\\u{9b}\\u{7f}');
  expect(cleanLine('two\nlines\tand\u2028more')).toBe('two\\u{a}lines\\u{9}and\\u{2028}more');
  expect(cleanLine('abc\u202edef\ud800')).toBe('abc\\u{202e}def\\u{d800}');
  for (const text of ['Ärger ß', '漢字', 'عربي', '👩\u200d🚀', 'می\u200cخواهم']) expect(cleanLine(text)).toBe(text);
  expect(cleanLines('a\u001b\nb')).toBe('a\\u{1b}\nb');
});

test('characters that no reader sees are shown, except where letters and emoji need them', () => {
  expect(cleanLine('a\u200bb\u00adc\u3164d\ufe0fe\u200df\u061c')).toBe(
    'a\\u{200b}b\\u{ad}c\\u{3164}d\\u{fe0f}e\\u{200d}f\\u{61c}',
  );
  expect(cleanLine('می\u200c\u200cخ')).toBe('می\u200c\\u{200c}خ');
  for (const text of ['❤️‍🔥', '1️⃣', 'क्\u200dष', '葛\u{e0100}']) expect(cleanLine(text)).toBe(text);
});

test('control characters in JSON are escaped without changing its meaning', () => {
  const value = { name: 'a\u001b\u009b\u202e\u{e0001}\n', list: ['ü'] };
  const text = cleanJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('the same service is recognised with or without a path', () => {
  expect(isSameService('https://a.example', 'https://a.example/api/v1/')).toBe(true);
  expect(isSameService('https://a.example/x', 'https://a.example/x/api/v1')).toBe(true);
  for (const other of [
    'https://b.example',
    'http://a.example',
    'https://a.example:444',
    'https://a.example/x',
    undefined,
  ])
    expect(isSameService('https://a.example', other)).toBe(false);
});
