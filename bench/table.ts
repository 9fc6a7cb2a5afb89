/** Rows as text, numbers to the right. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB').replaceAll(',', ' ');
export const fine = (value: number): string => value.toFixed(1);
export const percent = (value: number): string => `${Math.round(value * 100)} %`;
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
