import { expect, test } from '@jest/globals';
import { columnNames, rowsWith } from './sheet-rows.ts';

test('columns have the names of workbooks', () => {
  const names = columnNames(703);
  expect([names[0], names[25], names[26], names[701], names[702]]).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

test('a text is found in all sheets, whatever its case', () => {
  const sheets = [
    { name: 'a', rows: [['x', 'Price']] },
    { name: 'b', rows: [[], ['price list'], ['y']] },
  ];
  expect(rowsWith(sheets, 'PRICE')).toEqual([
    { sheet: 0, row: 0 },
    { sheet: 1, row: 1 },
  ]);
  expect(rowsWith(sheets, '')).toEqual([]);
});
