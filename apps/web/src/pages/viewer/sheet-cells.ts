import type { Sheet } from '../../office/model.ts';
import { hasInChart } from './chart-table.ts';
import type { SheetLayout } from './sheet-layout.ts';

/** The name of a column as workbooks have it: A to Z, AA, AB. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** `chart`: the number of the chart that lies there. */
export type CellPlace = Readonly<{ sheet: number; row: number; column: number; chart?: number }>;

const MAX_FOUND = 100_000;

/** The cells that hold a text, whatever its case, in all sheets that have a layout, by their rows. */
export function cellsWith(
  sheets: readonly Sheet[],
  layouts: readonly (SheetLayout | undefined)[],
  sought: string,
): readonly CellPlace[] {
  const found: CellPlace[] = [];
  if (sought === '') return found;
  const wanted = sought.toLowerCase();
  for (const [sheet, { rows, charts = [] }] of sheets.entries()) {
    const layout = layouts[sheet];
    if (layout === undefined) continue;
    for (const row of layout.rows)
      for (const column of layout.columns) {
        if (found.length >= MAX_FOUND) return found;
        if (rows[row]?.[column]?.toLowerCase().includes(wanted)) found.push({ sheet, row, column });
      }
    for (const [chart, one] of charts.entries())
      if (hasInChart(one, wanted))
        found.push({ sheet, row: Math.floor(one.row), column: Math.floor(one.column), chart });
  }
  return found;
}
