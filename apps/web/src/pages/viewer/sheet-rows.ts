import type { Sheet } from '../../office/model.ts';

/** The names of columns as workbooks have them: A to Z, AA, AB. */
export const columnNames = (columns: number): readonly string[] =>
  Array.from({ length: columns }, (_, column) => {
    let name = '';
    for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
      name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    return name;
  });

type Place = Readonly<{ sheet: number; row: number }>;

const MAX_FOUND = 100_000;

/** The rows of all sheets that hold a text, whatever its case. */
export function rowsWith(sheets: readonly Sheet[], sought: string): readonly Place[] {
  const found: Place[] = [];
  if (sought === '') return found;
  const wanted = sought.toLowerCase();
  for (const [sheet, { rows }] of sheets.entries())
    for (const [row, cells] of rows.entries()) {
      if (found.length >= MAX_FOUND) return found;
      if (cells.some((cell) => cell?.toLowerCase().includes(wanted))) found.push({ sheet, row });
    }
  return found;
}
