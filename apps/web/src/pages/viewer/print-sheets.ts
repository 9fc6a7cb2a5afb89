/** Pages above this number are printed from the downloaded file: as pixels they would fill the memory. */
export const MOST_PRINTED = 150;
/** Of all sheets together: half a gigabyte. */
const MOST_PIXELS = 2 ** 27;
const POINTS_PER_INCH = 72;
const BEST_DPI = 150;

type Size = Readonly<{ width: number; height: number }>;

/** Pixels for each point of a page, so that all pages together stay within the memory. */
export function printScale(pages: number, { width, height }: Size): number {
  const best = BEST_DPI / POINTS_PER_INCH;
  return Math.min(best, Math.sqrt(MOST_PIXELS / (pages * width * height)));
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
