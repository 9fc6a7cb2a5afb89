import type { PDFDocumentProxy } from 'pdfjs-dist';

async function hasText(document: PDFDocumentProxy, number: number): Promise<boolean> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items.some((item) => 'str' in item && item.str.trim() !== '');
}

/** Numbers of the pages without text, such as scans, in which nothing can be found. */
export async function textlessPages(document: PDFDocumentProxy): Promise<readonly number[]> {
  const found: number[] = [];
  for (let number = 1; number <= document.numPages; number++)
    if (!(await hasText(document, number).catch(() => true))) found.push(number);
  return found;
}

/** `3 to 9, 12`: numbers in order, those in a row as one. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const named = ranges
    .slice(0, MAX_RANGES)
    .map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  return named.join(', ') + (ranges.length > MAX_RANGES ? ' and others' : '');
}

const MAX_RANGES = 5;

/** The sentence of a search about pages that it cannot read; none where each page has text. */
export function textlessWords(pages: readonly number[], count: number): string | undefined {
  if (pages.length === 0) return undefined;
  if (pages.length === count) return 'This document is a scan without text: it cannot be searched.';
  return `Without text, like scans, and so not searched: ${pages.length === 1 ? 'page' : 'pages'} ${rangesOf(pages)}.`;
}
