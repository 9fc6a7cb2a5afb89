import { describe, expect, test } from '@jest/globals';
import { encodingOf, isBinary } from './decode-text.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const wide = (text: string): Uint8Array =>
  Uint8Array.from({ length: 2 * text.length }, (_, at) => (at % 2 === 0 ? text.charCodeAt(at / 2) : 0));

describe('the encoding of a text', () => {
  test.each<readonly [string, Uint8Array, string]>([
    ['a mark of UTF-8', bytes(0xef, 0xbb, 0xbf, 0x41), 'utf-8'],
    ['a mark of UTF-16, little endian', bytes(0xff, 0xfe, 0x41, 0), 'utf-16le'],
    ['a mark of UTF-16, big endian', bytes(0xfe, 0xff, 0, 0x41), 'utf-16be'],
    ['UTF-16 without a mark', wide('Contract of sale'), 'utf-16le'],
    ['ASCII', latin('Contract'), 'utf-8'],
    ['UTF-8', new TextEncoder().encode('Größe €'), 'utf-8'],
    ['Latin-1', latin('Die Gr\xf6\xdfe der Stra\xdfe'), 'windows-1252'],
    ['Windows-1251', hex('c4eee3eee2eef020eaf3efebe82defF0eee4e0e6e8'), 'windows-1251'],
    ['KOI8-R', hex('e4cfc7cfd7cfd220cbd5d0ccc92dd0d2cfc4c1d6c9'), 'koi8-r'],
    ['Shift JIS', hex('82b182cc8c5f96f182cd93fa967b8cea82c58f9182a982ea82c482a282dc82b7'), 'shift_jis'],
    ['EUC-JP', hex('a4b3a4ceb7c0ccf3a4cfc6fccbdcb8eca4c7bdf1a4aba4eca4c6a4a4a4dea4b9'), 'euc-jp'],
    ['EUC-KR', hex('b0e8bee0bcadb4c220c7d1b1b9bef2b7ce20bfc0bef6bdc0b4cfb4d9'), 'euc-kr'],
    ['GB 18030', hex('bacfcdacb5c4b9abcbbecac7d4dad6d0b9fab5c4'), 'gb18030'],
    ['Big5', hex('a658acf9aabaa4bda571acb0a6b3ada4a5f3aaba'), 'big5'],
    ['nothing', bytes(), 'utf-8'],
  ])('%s', (_, content, encoding) => {
    expect(encodingOf(content)).toBe(encoding);
  });

  test('ignores a character that is cut off at the end of the sample', () => {
    const long = new TextEncoder().encode(`${'a'.repeat(199_999)}ö`);
    expect(encodingOf(long)).toBe('utf-8');
  });
});

test('bytes that are not text are recognised', () => {
  expect(isBinary(bytes(0, 1, 2, 3, 4, 5, 255, 254), 'windows-1252')).toBe(true);
  expect(isBinary(latin('a text\r\n\twith tabs'), 'utf-8')).toBe(false);
  expect(isBinary(wide('text'), 'utf-16le')).toBe(false);
});
