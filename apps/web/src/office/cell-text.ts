/** Formats of dates that every workbook has (ECMA-376, 18.8.30). */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format of numbers is one of dates or times. Texts in quotes, brackets and after a backslash are not part of it. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltIn(id);
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[(?!h|m|s)[^\]]*\]|\\./gi, '').replaceAll(/General/gi, ''));
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Earlier days are off by one: the calendar of Excel has a 29 February 1900. */
const FIRST_RIGHT = 61;
const LAST = 2_958_465;

/** A number of a cell for people: dates as ISO 8601, other numbers with the 15 digits that Excel has. */
export function cellText(value: number, isDate: boolean, is1904 = false): string {
  if (!Number.isFinite(value)) return '';
  if (!isDate || value < 0 || value > LAST) return String(Number(value.toPrecision(15)));
  const shift = !is1904 && value < FIRST_RIGHT ? 1 : 0;
  const instant = new Date(Math.round(((is1904 ? EPOCH_1904 : EPOCH_1900) + (value + shift) * DAY_MS) / 1000) * 1000);
  const [day = '', time = ''] = instant.toISOString().slice(0, 19).split('T');
  if (value < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
