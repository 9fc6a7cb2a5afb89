import { describe, expect, test } from '@jest/globals';
import { rowsOfCsv, startsOfRows } from './csv-rows.ts';

describe('a table of a CSV text', () => {
  test('has the rows of RFC 4180', () => {
    expect(rowsOfCsv('a,b\r\n"1, ""x""","line\r\nbreak"\r\n,\r\n')).toEqual([
      ['a', 'b'],
      ['1, "x"', 'line\r\nbreak'],
      ['', ''],
    ]);
  });

  test.each([';', '\t', '|', ','])('has the separator %j', (sign) => {
    expect(rowsOfCsv(`a${sign}b${sign}c\n"1,5;|\t"${sign}2${sign}3`)).toEqual([
      ['a', 'b', 'c'],
      ['1,5;|\t', '2', '3'],
    ]);
  });

  test.each([
    ['many of another sign in one cell', 'name,note\nx,a; b; c; d', ['x', 'a; b; c; d']],
    ['numbers with a comma in every cell but the head', 'a;b\n1,5;2,5\n3,5;4,5', ['1,5', '2,5']],
  ])('has the separator of most of its lines, with %s', (_, text, second) => {
    expect(rowsOfCsv(text)[1]).toEqual(second);
  });

  test('takes a quote within a cell as a character', () => {
    expect(rowsOfCsv('size,b\n5" pipe,x\ny,z')).toEqual([
      ['size', 'b'],
      ['5" pipe', 'x'],
      ['y', 'z'],
    ]);
  });

  test('ends with a quote that is never closed', () => {
    expect(rowsOfCsv('a,b\n"never,closed\nx,y')).toEqual([['a', 'b'], ['never,closed\nx,y']]);
  });

  test('leaves out empty lines, and is empty for an empty text', () => {
    expect(rowsOfCsv('a\n\n\nb\n')).toEqual([['a'], ['b']]);
    expect(rowsOfCsv('')).toEqual([]);
  });

  test('has all rows of a long text', () => {
    const starts = startsOfRows('a,b\n'.repeat(20_000), ',');
    expect(starts.length - 1).toBe(20_000);
  });
});
