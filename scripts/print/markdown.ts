/** The first line of every printed page, under its title. */
export const PRINTED = 'Printed from the code by `npm run print`. Change the code, not this page.';

type Row = readonly string[];

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const line = (cells: Row): string => `| ${cells.map(escaped).join(' | ')} |`;

/** A Markdown table. */
export const table = (head: Row, rows: readonly Row[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

export const code = (text: string): string => `\`${text}\``;

/** Blocks of a page, one empty line between two. */
export const page = (...blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;
