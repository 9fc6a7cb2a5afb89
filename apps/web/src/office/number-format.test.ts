import { describe, expect, test } from '@jest/globals';
import { builtInFormat } from './built-in-formats.ts';
import { numberFormat } from './number-format.ts';
import { placeOf } from './sheet-shape.ts';

describe('numbers of cells', () => {
  test.each<[code: string, value: number, text: string]>([
    // Numbers without a format.
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 1 / 3, '0.333333333'],
    ['General', -37037.034, '-37037.034'],
    ['General', 12345678901, '12345678901'],
    ['General', 1.5e15, '1.5E+15'],
    ['General', 1e-12, '1E-12'],
    ['General', Number.NaN, ''],
    ['General" units"', 5, '5 units'],
    // Digits.
    ['0', 2.5, '3'],
    ['0', -2.5, '-3'],
    ['0.00', 1.005, '1.01'],
    ['0.0##', 1, '1.0'],
    ['0.0##', 1.23456, '1.235'],
    ['#', 0, ''],
    ['#.##', 5, '5.'],
    ['000', 7, '007'],
    ['???', 7, '  7'],
    ['0.0?', 1.5, '1.5 '],
    ['#,##0', 1_234_567.8, '1,234,568'],
    ['#,##0.00', 0.5, '0.50'],
    ['#,##0', 999.6, '1,000'],
    ['0,000', 12, '0,012'],
    ['#,##0,', 1_234_567, '1,235'],
    ['0.0,,"M"', 12_345_678, '12.3M'],
    ['#,##0.0,', 1_234_567, '1,234.6'],
    ['000-00-0000', 123_456_789, '123-45-6789'],
    ['0.00', 1e20, '100000000000000000000.00'],
    // Percents.
    ['0%', 0.125, '13%'],
    ['0.0%', -0.05, '-5.0%'],
    ['0.00%', 1, '100.00%'],
    // Money, in the places where its codes put it.
    ['"$"#,##0.00', 1234.5, '$1,234.50'],
    ['[$€-2] #,##0.00', 1234.5, '€ 1,234.50'],
    ['#,##0.00\\ [$€-407]', -5, '-5.00 €'],
    ['[$£-809]#,##0', 1000, '£1,000'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 1234.5, ' $1,234.50 '],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -1234.5, ' $(1,234.50)'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 0, ' $-   '],
    // Sections.
    ['0.0x', 3.25, '3.3x'],
    ['0;(0);"nil"', -5, '(5)'],
    ['0;(0);"nil"', 0, 'nil'],
    ['0;-0;;@', 0, ''],
    [';;;', 5, ''],
    ['[<1000]0;[<1000000]0.0,"k";0.0,,"M"', 999, '999'],
    ['[<1000]0;[<1000000]0.0,"k";0.0,,"M"', 1500, '1.5k'],
    ['[<1000]0;[<1000000]0.0,"k";0.0,,"M"', 2_500_000, '2.5M'],
    ['[=1]"yes";[=0]"no";General', 0, 'no'],
    ['0"; "0', 12, '1; 2'],
    // Powers and fractions.
    ['0.00E+00', 12345, '1.23E+04'],
    ['0.00E+00', 0.00012, '1.20E-04'],
    ['##0.0E+0', 12345, '12.3E+3'],
    ['0.0E-0', 99_990, '1.0E5'],
    ['# ?/?', 2.5, '2 1/2'],
    ['# ??/??', 0.3125, '  5/16'],
    ['# ?/8', 1.5, '1 4/8'],
    ['# ?/?', 3, '3    '],
    // Dates.
    ['yyyy-mm-dd', 45_678, '2025-01-21'],
    ['dd mmm yyyy', 45_678, '21 Jan 2025'],
    ['dddd, mmmm d, yyyy', 45_678, 'Tuesday, January 21, 2025'],
    ['d.m.yy', 45_678, '21.1.25'],
    ['mmmmm', 45_678, 'J'],
    ['[$-407]d. mmmm yyyy', 45_717, '1. März 2025'],
    ['[$-de-DE]mmmm', 45_717, 'März'],
    ['mm/dd/yyyy', 45_678, '01/21/2025'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 60, '1900-02-29'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd hh:mm:ss', 45_678.75, '2025-01-21 18:00:00'],
    ['h:mm AM/PM', 0.5, '12:00 PM'],
    ['h:mm A/P', 0.04, '12:57 A'],
    ['hh:mm:ss', 0.999_999_99, '00:00:00'],
    ['mm:ss.0', 0.000_7, '01:00.5'],
    ['[h]:mm', 1.75, '42:00'],
    ['[mm]:ss', 0.05, '72:00'],
    ['yyyy', -1, '-1'],
    ['yyyy', 99_999_999, '99999999'],
  ])('%s of %d is "%s"', (code, value, text) => {
    expect(numberFormat(code)(value).text).toBe(text);
  });

  test('have the color of their section, and texts have a section of their own', () => {
    const format = numberFormat('#,##0;[Red](#,##0);"-";"Note: "@');
    expect(format(-1234)).toEqual({ text: '(1,234)', color: 'red' });
    expect(format(1234)).toEqual({ text: '1,234' });
    expect(format('see below')).toEqual({ text: 'Note: see below' });
    expect(numberFormat('0.00')('text')).toEqual({ text: 'text' });
    expect(numberFormat('@')('text')).toEqual({ text: 'text' });
    expect(numberFormat('@')(0.5)).toEqual({ text: '0.5' });
  });

  test('are dates from 1904 if the workbook says so', () => {
    expect(numberFormat('yyyy-mm-dd')(1, true).text).toBe('1904-01-02');
    expect(numberFormat('ddd')(1, true).text).toBe('Sat');
  });

  test.each([
    [0, 1234.5, '1234.5'],
    [3, 1234.5, '1,235'],
    [9, 0.5, '50%'],
    [14, 45_678, '2025-01-21'],
    [38, -1234, '(1,234)'],
    [46, 1.5, '36:00:00'],
    [49, 1, '1'],
    [57, 45_678, '2025-01-21'],
    [999, 1, '1'],
  ])('the built-in format %d shows %d as %s', (id, value, text) => {
    expect(numberFormat(builtInFormat(id))(value).text).toBe(text);
  });

  test('are shown also where their code is damaged', () => {
    for (const code of ['"', '[', '\\', '_', '*', '[Red', ';', 'E+', '/', '0/', '?/?', '.', 'yyyy"', '0E', '[$', '[$-'])
      expect([code, typeof numberFormat(code)(-1234.5).text]).toEqual([code, 'string']);
  });
});

test('columns are counted from A', () => {
  expect(['A1', 'Z9', 'AA1', 'XFD1', '$B$2'].map((reference) => placeOf(reference)?.column)).toEqual([
    0, 25, 26, 16_383, 1,
  ]);
  expect(['1', 'A', '', 'A1:B2'].map(placeOf)).toEqual([undefined, undefined, undefined, undefined]);
});
