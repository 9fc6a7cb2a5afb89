import type { Terminal } from '../terminal/terminal.ts';
import { cleanJson, cleanLine } from './clean.ts';
import { bold } from './colour.ts';
import { shortId } from './short-id.ts';
import { type CellCut, printTable } from './table.ts';
import { localMinute } from './time.ts';

/**
 * The content of a column. A terminal shows an id by its beginning and a moment in local time to the minute, unless `--long`
 * is given.
 */
export type ColumnKind = 'id' | 'moment' | 'path' | 'text' | 'word';

/** A column of a list, or a line of a single item: its title, its text, and what it holds; text by default. */
export type Column<T> = readonly [
  title: string,
  text: (item: T) => string | number | null | undefined,
  kind?: ColumnKind,
];

/** How to print: `isLong` shows ids, times and texts in full on a terminal, too. */
export type PrintOptions = Readonly<{ terminal: Terminal; isJson: boolean; isLong?: boolean }>;

const CUTS: Readonly<Record<ColumnKind, CellCut>> = {
  id: 'never',
  moment: 'never',
  path: 'start',
  text: 'end',
  word: 'never',
};

const SHOWN: Readonly<Record<ColumnKind, (text: string) => string>> = {
  id: shortId,
  moment: localMinute,
  path: (text) => text,
  text: (text) => text,
  word: (text) => text,
};

function textOf<T>({ terminal, isLong = false }: PrintOptions, [, text, kind = 'text']: Column<T>, item: T): string {
  const whole = cleanLine(String(text(item) ?? ''));
  return terminal.isTerminal && !isLong ? SHOWN[kind](whole) : whole;
}

/** A list: aligned with titles for a person, tab-separated without titles for a pipe, an array for `--json`. */
export async function printList<T>(
  how: PrintOptions,
  items: readonly T[],
  columns: readonly Column<T>[],
  none: string,
): Promise<void> {
  const { terminal, isJson, isLong = false } = how;
  if (isJson) {
    terminal.out(`${cleanJson(items, 2)}\n`);
    return;
  }
  const rows = items.map((item) => columns.map((column) => textOf(how, column, item)));
  if (!terminal.isTerminal) terminal.out(rows.map((row) => `${row.join('\t')}\n`).join(''));
  else if (items.length === 0) terminal.err(`${none}\n`);
  else {
    const headings = columns.map(([title, , kind = 'text']) => ({
      title,
      cut: isLong ? ('never' as const) : CUTS[kind],
    }));
    terminal.out(await printTable(terminal, headings, rows));
  }
}

/** Prints one item, one line per field, with whole ids. */
export function printOne<T>(how: Omit<PrintOptions, 'isLong'>, item: T, columns: readonly Column<T>[]): void {
  const { terminal, isJson } = how;
  if (isJson) {
    terminal.out(`${cleanJson(item, 2)}\n`);
    return;
  }
  const isWhole = (kind: ColumnKind | undefined): boolean => kind === 'id';
  const rows = columns.map(
    (column) => [column[0], textOf({ ...how, isLong: isWhole(column[2]) }, column, item)] as const,
  );
  const width = Math.max(...rows.map(([title]) => title.length));
  const line = ([title, text]: readonly [string, string]): string =>
    terminal.isTerminal ? `${bold(terminal, title.padEnd(width))}  ${text}` : `${title}\t${text}`;
  terminal.out(rows.map((row) => `${line(row)}\n`).join(''));
}

/** Confirms an action: a sentence for a person; for a pipe, the one word that a script needs. */
export function printDone(
  { terminal, isJson }: Omit<PrintOptions, 'isLong'>,
  done: unknown,
  said: Readonly<{ sentence: string; word: string }>,
): void {
  if (isJson) terminal.out(`${cleanJson(done, 2)}\n`);
  else terminal.out(`${terminal.isTerminal ? cleanLine(said.sentence) : said.word}\n`);
}
