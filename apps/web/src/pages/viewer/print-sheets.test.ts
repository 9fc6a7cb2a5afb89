import { describe, expect, test } from '@jest/globals';
import { canPrintTables, printScale } from './print-sheets.ts';

const A4 = { width: 595, height: 842 };

describe('the scale of printed pages', () => {
  test('gives 150 dots an inch for a short document', () => {
    expect(printScale(12, A4)).toBeCloseTo(150 / 72);
  });

  test('falls so that all pages fit into the memory', () => {
    for (const pages of [61, 100, 150]) {
      const scale = printScale(pages, A4);
      expect(pages * A4.width * A4.height * scale ** 2).toBeLessThanOrEqual(2 ** 27 + 1);
    }
    expect(printScale(150, A4) * 72).toBeGreaterThan(90);
    expect(printScale(1, { width: 20_000, height: 20_000 })).toBeLessThan(1);
  });
});

test('tables are printed up to some hundred sheets, all of a workbook together', () => {
  const rows = (count: number, cells: number) =>
    Array.from({ length: count }, () => Array.from({ length: cells }, () => ''));
  expect(canPrintTables([{ rows: rows(4999, 20) }, { rows: rows(1, 20) }])).toBe(true);
  expect(canPrintTables([{ rows: rows(4999, 1) }, { rows: rows(2, 1) }])).toBe(false);
  expect(canPrintTables([{ rows: rows(10, 10_001) }])).toBe(false);
  expect(canPrintTables([{ rows: [] }])).toBe(false);
});
