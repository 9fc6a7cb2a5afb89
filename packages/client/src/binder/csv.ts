/** Tells spreadsheets that the table is UTF-8. */
const MARK = '\ufeff';

/**
 * Before a sign by which spreadsheets know a formula (CWE-1236), also after blanks, quotes or what another country's
 * spreadsheet takes for the end of a cell.
 */
const FORMULA = /(^|[;,|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])/g;

const cellOf = (text: string): string => `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;

/** A table for spreadsheets. Every cell is quoted, and a text that they would run is marked as a text by an apostrophe. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  MARK + rows.map((row) => row.map(cellOf).join(',')).join('\r\n');
