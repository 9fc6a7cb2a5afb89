import { OffsetList } from './offsets.ts';

const QUOTE = 34;
const LINE = 10;
const RETURN = 13;

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator of a table: the sign in most of its first lines, outside quotes; of several such signs the most frequent. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .slice(0, 20);
  const counted = SEPARATORS.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    return { sign, lines: counts.filter((count) => count > 0).length, all: counts.reduce((sum, count) => sum + count) };
  });
  const isBetter = (one: (typeof counted)[number], other: (typeof counted)[number]): boolean =>
    one.lines > other.lines || (one.lines === other.lines && one.all > other.all);
  return counted.reduce((best, next) => (isBetter(next, best) ? next : best)).sign;
}

/** The offsets at which rows of a CSV text start (RFC 4180): a line break within quotes ends none. The text's end is the last entry. */
export function startsOfRows(text: string, separator: string): Uint32Array {
  const sign = separator.charCodeAt(0);
  const starts = new OffsetList();
  let isQuoted = false;
  let isStart = true;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && (isQuoted || isStart)) {
      if (isQuoted && text.charCodeAt(at + 1) === QUOTE) at++;
      else isQuoted = !isQuoted;
      isStart = false;
    } else if (!isQuoted && (code === LINE || code === RETURN)) {
      if (at > start) starts.add(start);
      start = at + 1;
      isStart = true;
    } else isStart = !isQuoted && code === sign;
  }
  if (start < text.length) starts.add(start);
  starts.add(text.length);
  return starts.all();
}

/** The cells of one row. */
export function cellsOf(text: string, start: number, end: number, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isStart = true;
  for (let at = start; at < end; at++) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (sign === '"' && isStart) [isQuoted, isStart] = [true, false];
    else if (sign === separator) {
      cells.push(cell);
      [cell, isStart] = ['', true];
    } else if (sign === '\n' || sign === '\r') break;
    else {
      cell += sign;
      isStart = false;
    }
  }
  cells.push(cell);
  return cells;
}

/** The cells of each row of a CSV text. */
export function rowsOfCsv(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const starts = startsOfRows(text, separator);
  return Array.from({ length: starts.length - 1 }, (_, row) =>
    cellsOf(text, starts[row] ?? 0, starts[row + 1] ?? 0, separator),
  );
}
