import { describe, expect, test } from '@jest/globals';
import { offsetsOf, partsIn, rowAt, rowsOfText } from './text-rows.ts';

const rows = (text: string, columns: number): readonly string[] => {
  const starts = rowsOfText(text, columns);
  return Array.from(starts, (start, index) => text.slice(start, starts[index + 1]));
};

describe('rows of a text', () => {
  test('end at the line breaks of the text', () => {
    expect(rows('a\nb\r\nc\rd', 80)).toEqual(['a\n', 'b\r\n', 'c\r', 'd']);
    expect(rows('a\n', 80)).toEqual(['a\n', '']);
    expect(rows('', 80)).toEqual(['']);
  });

  test('break between words, and within a word that is too long', () => {
    expect(rows('one two three', 8)).toEqual(['one two ', 'three']);
    expect(rows('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });

  test('count an ideograph as two columns', () => {
    expect(rows('契約書本文', 4)).toEqual(['契約', '書本', '文']);
  });

  test('never split a surrogate pair', () => {
    for (const row of rows('😀😀😀😀😀', 3)) expect(() => encodeURIComponent(row)).not.toThrow();
  });

  test('hold all of the text', () => {
    const text = `${'word '.repeat(5000)}\n${'x'.repeat(5000)}`;
    expect(rows(text, 40).join('')).toBe(text);
  });

  test('are found by an offset', () => {
    const starts = rowsOfText('one\ntwo\nthree', 80);
    expect([0, 3, 4, 7, 8, 12].map((offset) => rowAt(starts, offset))).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

test('places of a text are parts of the rows that they lie in, also over the end of one', () => {
  const text = 'the price\nof the shares, the price';
  const offsets = offsetsOf(text, 'the price');
  expect(partsIn(offsets, 9, 0, 4)).toEqual([{ from: 0, to: 4, offset: 0 }]);
  expect(partsIn(offsets, 9, 4, 9)).toEqual([{ from: 4, to: 9, offset: 0 }]);
  expect(partsIn(offsets, 9, 10, 24)).toEqual([]);
  expect(partsIn(offsets, 9, 24, text.length)).toEqual([{ from: 25, to: 34, offset: 25 }]);
});

test('a search ignores case, and takes characters of patterns literally', () => {
  expect(offsetsOf('A.b a.B axb', 'a.b')).toEqual([0, 4]);
  expect(offsetsOf('GRÖSSE größe', 'größe')).toEqual([7]);
  expect(offsetsOf('x', '')).toEqual([]);
  expect(offsetsOf('a/b-c (d) [e]', '(d) [e]')).toEqual([6]);
});
