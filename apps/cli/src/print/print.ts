import type { Terminal } from '../terminal/terminal.ts';
import { clean, cleanJson } from './clean.ts';
import { bold } from './colour.ts';

/** A column of a list, or a line of a single item: its title and its text. */
export type Column<T> = readonly [title: string, text: (item: T) => string | number | null | undefined];

type How = Readonly<{ terminal: Terminal; isJson: boolean }>;

const textOf = <T>([, text]: Column<T>, item: T): string => clean(String(text(item) ?? ''));

/** A list: aligned with titles for a person, tab-separated without titles for a pipe, an array for `--json`. */
export async function printList<T>(
  { terminal, isJson }: How,
  items: readonly T[],
  columns: readonly Column<T>[],
  none: string,
): Promise<void> {
  if (isJson) {
    terminal.out(`${cleanJson(items, 2)}\n`);
    return;
  }
  const rows = items.map((item) => columns.map((column) => textOf(column, item)));
  if (!terminal.isTerminal) terminal.out(rows.map((row) => `${row.join('\t')}\n`).join(''));
  else if (items.length === 0) terminal.err(`${none}\n`);
  else
    terminal.out(
      await aligned(
        terminal,
        columns.map(([title]) => title),
        rows,
      ),
    );
}

async function aligned(terminal: Terminal, titles: readonly string[], rows: readonly (readonly string[])[]) {
  // Loading it takes 40 ms, so only lists on a terminal do.
  const { default: widthOf } = await import('string-width');
  const widths = titles.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map((text) => widthOf(text))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return `${bold(terminal, line(titles))}\n${rows.map((row) => `${line(row)}\n`).join('')}`;
}

/** Prints one item, one line per field. */
export function printOne<T>({ terminal, isJson }: How, item: T, columns: readonly Column<T>[]): void {
  if (isJson) {
    terminal.out(`${cleanJson(item, 2)}\n`);
    return;
  }
  const rows = columns.map((column) => [column[0], textOf(column, item)] as const);
  const width = Math.max(...rows.map(([title]) => title.length));
  const line = ([title, text]: readonly [string, string]): string =>
    terminal.isTerminal ? `${bold(terminal, title.padEnd(width))}  ${text}` : `${title}\t${text}`;
  terminal.out(rows.map((row) => `${line(row)}\n`).join(''));
}

/** Confirms an action: a sentence for a person; for a pipe, the one word that a script needs. */
export function printDone(
  { terminal, isJson }: How,
  done: unknown,
  said: Readonly<{ sentence: string; word: string }>,
): void {
  if (isJson) terminal.out(`${cleanJson(done, 2)}\n`);
  else terminal.out(`${terminal.isTerminal ? clean(said.sentence) : said.word}\n`);
}
