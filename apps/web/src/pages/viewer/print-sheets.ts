/** Pages above this number are printed from the downloaded file: as pixels they would fill the memory. */
export const MAX_PRINTED = 150;
/** Of all sheets together: half a gigabyte. */
const MAX_PIXELS = 2 ** 27;
const POINTS_PER_INCH = 72;
const BEST_DPI = 150;

type Size = Readonly<{ width: number; height: number }>;

/** Pixels for each point of a page, so that all pages together stay within the memory. */
export function printScale(pages: number, { width, height }: Size): number {
  const best = BEST_DPI / POINTS_PER_INCH;
  return Math.min(best, Math.sqrt(MAX_PIXELS / (pages * width * height)));
}

/** Prints elements, each on sheets of its own, and nothing of the page. They are gone afterwards. */
export function printSheets(sheets: readonly HTMLElement[]): void {
  const place = document.createElement('div');
  place.className = 'print-sheets';
  place.append(...sheets);
  document.body.append(place);
  // Some browsers return from the call before anything is printed.
  addEventListener('afterprint', () => place.remove(), { once: true });
  print();
}

/** A copy of a picture for paper. */
export function sheetOfCanvas(source: HTMLCanvasElement): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  sheet.width = source.width;
  sheet.height = source.height;
  sheet.getContext('2d')?.drawImage(source, 0, 0);
  return sheet;
}

export function sheetOfText(text: string): HTMLElement {
  const sheet = document.createElement('pre');
  sheet.textContent = text;
  return sheet;
}

/** A copy of a drawn document, with the pixels of its pictures. */
export function sheetOfPaper(paper: HTMLElement): HTMLElement {
  const sheet = document.createElement('article');
  sheet.className = 'paper';
  sheet.append(...[...paper.childNodes].map((node) => node.cloneNode(true)));
  const pictures = [...paper.querySelectorAll('canvas')].map(sheetOfCanvas);
  for (const [index, empty] of [...sheet.querySelectorAll('canvas')].entries())
    empty.replaceWith(pictures[index] ?? empty);
  return sheet;
}

export type PrintedTable = Readonly<{ title: string; rows: readonly (readonly string[])[] }>;

/** Of all tables together: some 100 sheets. */
const MAX_ROWS = 5000;
const MAX_CELLS = 100_000;

/** Whether tables are printed by the page. Larger ones are printed from the downloaded file. */
export function canPrintTables(tables: readonly Pick<PrintedTable, 'rows'>[]): boolean {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  if (rows === 0 || rows > MAX_ROWS) return false;
  return (
    tables.flatMap((table) => Array.from(table.rows)).reduce((sum, row) => sum + (row?.length ?? 0), 0) <= MAX_CELLS
  );
}

/** A table for paper: texts in cells, no markup. */
export function sheetOfTable({ title, rows }: PrintedTable): HTMLElement {
  const table = document.createElement('table');
  if (title !== '') table.createCaption().textContent = title;
  const body = table.createTBody();
  for (const row of Array.from(rows)) {
    const line = body.insertRow();
    for (const cell of Array.from(row ?? [])) line.insertCell().textContent = cell ?? '';
  }
  return table;
}
