/** Rows as a table in Markdown, numbers to the right. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...rest] = rows.map((row) =>
    widths.map((width, at) => (at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width))),
  );
  return [line(head), line(rule), ...rest.map(line)].join('\n');
}

/** A row, printed while the others are still being measured. */
export const progressRow = (row: readonly string[]): string => row.join('  ');

export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en-GB').replaceAll(',', ' ');
export const withOneDecimal = (value: number): string => value.toFixed(1);
export const formatPercent = (value: number): string => `${Math.round(value * 100)} %`;
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
