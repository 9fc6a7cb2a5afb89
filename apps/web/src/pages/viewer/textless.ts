import type { PDFPageProxy } from 'pdfjs-dist';

type Read = PDFPageProxy['getTextContent'];

/** Notes which pages have text while a search reads them, so that no page is read for it once more. */
export class PageTexts {
  readonly #hasText: boolean[] = [];
  readonly #watched = new WeakSet<PDFPageProxy>();
  readonly #count: number;
  readonly #whenAll: (textless: readonly number[]) => void;
  #left: number;

  constructor(count: number, whenAll: (textless: readonly number[]) => void) {
    this.#count = count;
    this.#left = count;
    this.#whenAll = whenAll;
  }

  /** Notes the text of a page when it is read. */
  watch(page: PDFPageProxy): PDFPageProxy {
    if (this.#watched.has(page)) return page;
    this.#watched.add(page);
    const read: Read = page.getTextContent.bind(page);
    page.getTextContent = async (...given) => {
      try {
        const content = await read(...given);
        this.note(
          page.pageNumber,
          content.items.some((item) => 'str' in item && item.str.trim() !== ''),
        );
        return content;
      } catch (error) {
        this.note(page.pageNumber, true);
        throw error;
      }
    };
    return page;
  }

  /** A page that cannot be read counts as one with text: nothing is known of it. */
  note(number: number, hasText: boolean): void {
    if (this.#hasText[number] !== undefined) return;
    this.#hasText[number] = hasText;
    this.#left--;
    if (this.#left > 0) return;
    const numbers = Array.from({ length: this.#count }, (_, index) => index + 1);
    this.#whenAll(numbers.filter((one) => this.#hasText[one] === false));
  }
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
