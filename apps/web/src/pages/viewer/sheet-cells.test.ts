import { expect, test } from '@jest/globals';
import { cellsWith, columnName } from './sheet-cells.ts';
import { layoutOf } from './sheet-layout.ts';

test('columns have the names of workbooks', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

test('a text is found in the cells of all sheets that are shown, whatever its case', () => {
  const sheets = [
    { name: 'a', rows: [['x', 'Price']] },
    { name: 'b', rows: [[], ['price list', 'Prices'], ['price']], hiddenRows: [2] },
    { name: 'c', rows: [['price']], isHidden: true },
  ];
  const layouts = sheets.map((sheet) => (sheet.isHidden ? undefined : layoutOf(sheet, false)));
  expect(cellsWith(sheets, layouts, 'PRICE')).toEqual([
    { sheet: 0, row: 0, column: 1 },
    { sheet: 1, row: 1, column: 0 },
    { sheet: 1, row: 1, column: 1 },
  ]);
  expect(cellsWith(sheets, layouts, '')).toEqual([]);
});
