import { describe, expect, test } from '@jest/globals';
import type { Sheet } from '../../office/model.ts';
import { cellsOfRow, inkOn, layoutOf, mergedByRow, textsToFit } from './sheet-layout.ts';

const sheet: Sheet = {
  name: 'S',
  rows: [
    ['A title that is longer than its column', '', '', 'x'],
    ['a', '1,234,567.00', 'c', 'd'],
    ['e', '', 'f'],
  ],
  looks: [undefined, [0, 1]],
  allLooks: [{}, { align: 'right' }],
  widths: [10, 4, undefined, 5],
  hiddenColumns: [2],
  hiddenRows: [2],
  frozen: { rows: 1, columns: 3 },
};
const spans = (of: Sheet, row: number) =>
  cellsOfRow(of, layoutOf(of, false), row, mergedByRow(of).get(row)).map(({ column, span, text }) => [
    column,
    span,
    text,
  ]);

describe('a sheet', () => {
  test('leaves out what it hides, until it is asked for', () => {
    expect(layoutOf(sheet, false)).toMatchObject({ rows: [0, 1], columns: [0, 1, 3], frozenRows: 1, frozenColumns: 2 });
    expect(layoutOf(sheet, true)).toMatchObject({ rows: [0, 1, 2], columns: [0, 1, 2, 3], frozenColumns: 3 });
  });

  test('has the widths of its columns, but cuts no number', () => {
    const [first, second] = layoutOf(sheet, false).widths;
    expect(first).toBe(86);
    // A width of four signs, and a number of twelve.
    expect(second).toBe(12 * 9 + 18);
  });

  test('cuts no date, whose digits are wider than letters', () => {
    const [date = 0] = layoutOf({ name: 'S', rows: [['2026-11-30', 'x']] }, false).widths;
    expect(date).toBeGreaterThanOrEqual(10 * 9 + 18);
  });

  test('begins with columns as wide as the texts that would be cut, and with those of titles that are not', () => {
    const plain: Sheet = {
      name: 'S',
      rows: [['A title that goes over empty cells'], ['A supplier of parts', 'x'], ['y']],
    };
    const layout = layoutOf(plain, false);
    expect(layout.widths).toEqual([19 * 8 + 18, 84]);
    expect(textsToFit(plain, layout, 0)).toEqual(['A supplier of parts', 'y']);
    expect(textsToFit(plain, layout, 1)).toEqual(['', 'x', '']);
  });

  test('lets a long text go over empty cells beside it, and no farther', () => {
    expect(spans(sheet, 0)).toEqual([
      [0, 2, 'A title that is longer than its column'],
      [3, 1, 'x'],
    ]);
    expect(spans(sheet, 1).map(([, span]) => span)).toEqual([1, 1, 1]);
  });

  test('has merged cells in the place of their columns that are shown', () => {
    const merged: Sheet = { ...sheet, merged: [{ row: 0, column: 1, rows: 2, columns: 3 }] };
    expect(spans(merged, 0)).toEqual([
      [0, 1, 'A title that is longer than its column'],
      [1, 2, ''],
    ]);
    expect(spans(merged, 1)).toEqual([
      [0, 1, 'a'],
      [1, 2, ''],
    ]);
  });

  test('with merged cells of a million rows takes no time for each of them', () => {
    const rows = Array.from({ length: 100_000 }, () => ['x']);
    const merged = Array.from({ length: 20_000 }, () => ({ row: 0, column: 0, rows: 1_048_576, columns: 2 }));
    expect(mergedByRow({ name: 'S', rows, merged }).get(0)?.length).toBeLessThanOrEqual(300);
  });
});

test('the ink on a color is the one that is easier to read', () => {
  expect([inkOn('#1f3864'), inkOn('#ffff00'), inkOn('#ffffff'), inkOn('#000000')]).toEqual([
    '#fff',
    '#16191d',
    '#16191d',
    '#fff',
  ]);
});
