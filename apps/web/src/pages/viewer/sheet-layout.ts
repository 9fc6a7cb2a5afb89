import type { CellLook, MergedCells, Sheet } from '../../office/model.ts';

/** Pixels of a sign in real size, and of the space beside a text. */
const SIGN = 8;
const DIGIT = 9;
const BESIDE = 18;
const NARROWEST = 24;
const USUAL = 84;
const WIDEST = 640;
/** Of a column whose width only its texts tell. */
const WIDEST_BY_TEXT = 360;
const SAMPLED = 2000;
/** Signs of a head or a date, which widen a column of usual width, as wide as digits. */
const SHORT = 16;
/** Columns beyond it are left out, and the page says so. */
const MAX_COLUMNS = 300;
/** More rows that stay in sight would leave no place for the others. */
const MAX_FROZEN_ROWS = 12;
/** Merged cells of a sheet, counted by their rows. */
const MAX_MERGED = 200_000;
/** Columns over which a long text goes. */
const MAX_OVER = 30;

/** The place of the cells of a sheet: rows and columns by their numbers in the file, without those that are hidden. */
export type SheetLayout = Readonly<{
  /** Rows that stay in sight, first. */
  rows: readonly number[];
  frozenRows: number;
  columns: readonly number[];
  frozenColumns: number;
  /** Pixels in real size. */
  widths: readonly number[];
  /** Columns that are left out. */
  left: number;
}>;

export function layoutOf(sheet: Sheet, withHidden: boolean): SheetLayout {
  const { rows, widths = [], merged = [], frozen } = sheet;
  const hiddenRows = new Set(withHidden ? [] : sheet.hiddenRows);
  const hiddenColumns = new Set(withHidden ? [] : sheet.hiddenColumns);
  let count = 0;
  for (const cells of rows) count = Math.max(count, cells?.length ?? 0);
  for (const { row, column, columns } of merged) if (row < rows.length) count = Math.max(count, column + columns);
  const all = numbers(count).filter((column) => !hiddenColumns.has(column));
  const columns = all.slice(0, MAX_COLUMNS);
  const shown = numbers(rows.length).filter((row) => !hiddenRows.has(row));
  const step = Math.max(1, (shown.length - 1) / (SAMPLED - 1));
  const sample = numbers(Math.min(SAMPLED, shown.length)).map((part) => shown[Math.floor(part * step)] ?? 0);
  const isMerged = new Set(merged.filter((one) => one.columns > 1).map((one) => `${one.row} ${one.column}`));
  return {
    rows: shown,
    frozenRows: Math.min(MAX_FROZEN_ROWS, shown.filter((row) => row < (frozen?.rows ?? 0)).length),
    columns,
    frozenColumns: columns.filter((column) => column < (frozen?.columns ?? 0)).length,
    widths: columns.map((column) => {
      const own = widths[column];
      let longestNumber = 0;
      let longestShort = 0;
      let longestCut = 0;
      for (const row of sample) {
        if (isMerged.has(`${row} ${column}`)) continue;
        const { length } = rows[row]?.[column] ?? '';
        // A text goes on over an empty cell beside it.
        if ((rows[row]?.[column + 1] ?? '') !== '') longestCut = Math.max(longestCut, length);
        if (length <= SHORT) longestShort = Math.max(longestShort, length);
        if (lookOf(sheet, row, column).align === 'right') longestNumber = Math.max(longestNumber, length);
      }
      // A number is never cut: half of it is another number.
      const least = Math.min(WIDEST_BY_TEXT, longestNumber * DIGIT + BESIDE);
      if (own !== undefined) return Math.min(WIDEST, Math.max(NARROWEST, own * SIGN + 6, least));
      const cut = Math.min(WIDEST_BY_TEXT, longestCut * SIGN + BESIDE);
      return Math.max(USUAL, least, longestShort * DIGIT + BESIDE, cut);
    }),
    left: all.length - columns.length,
  };
}

/** Texts that a column has to hold: one that goes on over empty cells beside it, such as a title, has place already. */
export function textsToFit({ rows }: Sheet, { rows: shown, columns }: SheetLayout, column: number): readonly string[] {
  const beside = columns[columns.indexOf(column) + 1];
  return shown.flatMap((row) => {
    const text = rows[row]?.[column] ?? '';
    const isLast = beside === undefined || (rows[row]?.[beside] ?? '') !== '';
    return isLast || text.length <= SHORT ? [text] : [];
  });
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

const PLAIN: CellLook = {};

export function lookOf({ looks, allLooks }: Sheet, row: number, column: number): CellLook {
  return allLooks?.[looks?.[row]?.[column] ?? 0] ?? PLAIN;
}

export type LaidCell = Readonly<{
  /** The number in the file. */
  column: number;
  /** Its place among the columns that are shown. */
  place: number;
  span: number;
  text: string;
  look: CellLook;
  /** The cell goes on in the row below. */
  goesOn?: boolean;
}>;

/** Merged cells by the rows in which they are. */
export function mergedByRow({ merged = [], rows }: Sheet): ReadonlyMap<number, readonly MergedCells[]> {
  const found = new Map<number, MergedCells[]>();
  let left = MAX_MERGED;
  for (const one of merged)
    for (let row = one.row; row < Math.min(one.row + one.rows, rows.length) && left-- > 0; row++) {
      const others = found.get(row);
      if (others === undefined) found.set(row, [one]);
      else if (others.length < MAX_COLUMNS) others.push(one);
    }
  return found;
}

/** The cells of a row. A merged one takes the place of its columns, and a long text that of empty ones beside it. */
export function cellsOfRow(
  sheet: Sheet,
  { columns, widths }: SheetLayout,
  row: number,
  merged: readonly MergedCells[] = [],
): readonly LaidCell[] {
  const cells: LaidCell[] = [];
  const ofRow = sheet.rows[row] ?? [];
  const mergeAt = (column: number): MergedCells | undefined =>
    merged.find((one) => column >= one.column && column < one.column + one.columns);
  for (let place = 0; place < columns.length; ) {
    const column = columns[place] ?? 0;
    const merge = mergeAt(column);
    if (merge !== undefined) {
      const span = columns.slice(place).filter((one) => one < merge.column + merge.columns).length;
      const text = merge.row === row ? (sheet.rows[row]?.[merge.column] ?? '') : '';
      const look = lookOf(sheet, merge.row, merge.column);
      cells.push({ column, place, span, text, look, goesOn: row < merge.row + merge.rows - 1 });
      place += span;
      continue;
    }
    const text = ofRow[column] ?? '';
    const look = lookOf(sheet, row, column);
    let span = 1;
    if (text !== '' && (look.align ?? 'left') === 'left' && !text.includes('\n')) {
      const needed = text.length * SIGN + BESIDE;
      let width = widths[place] ?? 0;
      while (width < needed && span < MAX_OVER && place + span < columns.length) {
        const next = columns[place + span] ?? 0;
        if ((ofRow[next] ?? '') !== '' || mergeAt(next) !== undefined) break;
        width += widths[place + span] ?? 0;
        span++;
      }
    }
    cells.push({ column, place, span, text, look });
    place += span;
  }
  return cells;
}

/** Black or white, whichever is easier to read on a color. */
export function inkOn(fill: string): '#16191d' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(fill.slice(at, at + 2), 16) / 255;
    return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? '#16191d' : '#fff';
}
