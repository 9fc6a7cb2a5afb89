import { OffsetList } from './offsets.ts';

const BREAKABLE = /[\s\-,;/]/;
const TAB = 4;

/** Columns of a sign in a font of equal widths: an ideograph takes two. */
const columnsOf = (code: number): number => (code === 9 ? TAB : code >= 0x1100 && isWide(code) ? 2 : 1);
const isWide = (code: number): boolean =>
  code <= 0x115f ||
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff00 && code <= 0xff60);

/** Rows of at most `columns` columns, broken between words where there are some. Offsets are in UTF-16 units. */
export function rowsOfText(text: string, columns: number): Uint32Array {
  const starts = new OffsetList();
  starts.add(0);
  let width = 0;
  let breakAt = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) {
      if (code === 13 && text.charCodeAt(at + 1) === 10) at++;
      starts.add(at + 1);
      [width, breakAt] = [0, -1];
      continue;
    }
    width += columnsOf(code);
    if (width > columns) {
      let next = breakAt > starts.last ? breakAt : at;
      // A pair of surrogates is one sign.
      if (code >= 0xdc00 && code <= 0xdfff && next === at) next--;
      starts.add(next);
      width = 0;
      for (let behind = next; behind <= at; behind++) width += columnsOf(text.charCodeAt(behind));
      breakAt = -1;
    }
    if (BREAKABLE.test(text[at] ?? '')) breakAt = at + 1;
  }
  return starts.all();
}

/** The row that holds an offset, by halving. */
export function rowAt(starts: Uint32Array, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Part = Readonly<{ from: number; to: number; offset: number }>;

/** The parts of a row from `start` to `end` that belong to places of `length`: a place may go on in the next row. */
export function partsIn(offsets: readonly number[], length: number, start: number, end: number): readonly Part[] {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((offsets[middle] ?? 0) + length <= start) low = middle + 1;
    else high = middle;
  }
  const parts: Part[] = [];
  for (let at = low; at < offsets.length; at++) {
    const offset = offsets[at] ?? 0;
    if (offset >= end) break;
    parts.push({ from: Math.max(offset, start), to: Math.min(offset + length, end), offset });
  }
  return parts;
}

const MAX_FOUND = 100_000;

/** Offsets of a text in another one, whatever its case. */
export function offsetsOf(text: string, sought: string): readonly number[] {
  const found: number[] = [];
  if (sought === '') return found;
  const signs = new RegExp(sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  for (const { index } of text.matchAll(signs)) {
    found.push(index);
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}
