import { describe, expect, test } from '@jest/globals';
import { cellText, isDateFormat } from './cell-text.ts';
import { columnOf } from './workbook.ts';

describe('numbers of cells', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45_678, '2025-01-21'],
    [45_678.75, '2025-01-21 18:00:00'],
    [0.5, '12:00:00'],
    [-1, '-1'],
    [99_999_999, '99999999'],
  ])('%d as a date is %s', (value, text) => {
    expect(cellText(value, true)).toBe(text);
  });

  test('are dates from 1904 if the workbook says so', () => {
    expect(cellText(0.0 + 1, true, true)).toBe('1904-01-02');
  });

  test('have at most the digits of Excel', () => {
    expect(cellText(0.1 + 0.2, false)).toBe('0.3');
    expect(cellText(Number.NaN, false)).toBe('');
  });

  test.each([
    [14, undefined, true],
    [2, undefined, false],
    [164, '0.00 "days"', false],
    [164, '[Red]0.00', false],
    [164, '[h]:mm', true],
    [164, 'yyyy\\-mm\\-dd', true],
    [164, 'General', false],
  ])('the format %d %s is of dates: %s', (id, code, isDate) => {
    expect(isDateFormat(id, code)).toBe(isDate);
  });
});

test('columns are counted from A', () => {
  expect(['A1', 'Z9', 'AA1', 'XFD1', '1'].map(columnOf)).toEqual([0, 25, 26, 16_383, 0]);
});
