import type { MergedCells, Sheet } from './model.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from './xml.ts';

const MAX_MERGED = 20_000;
/** More columns than are shown. */
const MAX_COLUMNS = 1000;
const MAX_FROZEN = 100;

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The row and column of a reference such as `AB12`, from 0. */
export function placeOf(reference: string): Readonly<{ row: number; column: number }> | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** Widths, merged cells and what stays in sight, of a sheet of Excel. */
export function shapeOf(sheet: XmlElement): Pick<Sheet, 'widths' | 'hiddenColumns' | 'merged' | 'frozen'> {
  const widths: number[] = [];
  const hiddenColumns: number[] = [];
  for (const { attributes } of elementsOf(childOf(sheet, 'cols') ?? { children: [] })) {
    const last = Math.min(Number(attributes['max']) || 0, MAX_COLUMNS);
    for (let column = Math.max(1, Number(attributes['min']) || 1) - 1; column < last; column++) {
      const width = Number(attributes['width']);
      if (isOn(attributes['hidden']) || width === 0) hiddenColumns.push(column);
      else if (width > 0) widths[column] = width;
    }
  }
  const merged = elementsOf(childOf(sheet, 'mergeCells') ?? { children: [] })
    .slice(0, MAX_MERGED)
    .flatMap(({ attributes }) => mergedOf(attributes['ref'] ?? ''));
  const pane = descendantsOf(childOf(sheet, 'sheetViews'), 'pane')[0]?.attributes ?? {};
  const frozen = pane['state']?.startsWith('frozen')
    ? { rows: frozenCount(pane['ySplit']), columns: frozenCount(pane['xSplit']) }
    : undefined;
  return {
    ...(widths.length > 0 && { widths }),
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
    ...(merged.length > 0 && { merged }),
    ...(frozen !== undefined && { frozen }),
  };
}

const frozenCount = (text: string | undefined): number =>
  Math.min(MAX_FROZEN, Math.max(0, Math.trunc(Number(text ?? 0)) || 0));

function mergedOf(reference: string): readonly MergedCells[] {
  const [first, last] = reference.split(':').map(placeOf);
  if (first === undefined || last === undefined) return [];
  const [rows, columns] = [last.row - first.row + 1, last.column - first.column + 1];
  return rows < 1 || columns < 1 ? [] : [{ ...first, rows, columns }];
}
