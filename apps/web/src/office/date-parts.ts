const DAY_S = 86_400;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
/** Days from the first day of the one calendar of Excel to that of the other. */
const DAYS_TO_1904 = 1462;
/** Excel has a 29 February 1900, so earlier days are off by one. */
const LEAP_DAY = 60;
const LAST = 2_958_465;

/** A moment of a calendar, as a workbook writes it. */
export type DateParts = Readonly<{
  year: number;
  month: number;
  day: number;
  /** From Sunday. */
  weekday: number;
  hour: number;
  minute: number;
  second: number;
  /** Decimals of the second. */
  part: string;
  /** Seconds since the first day of the calendar. */
  elapsed: number;
}>;

/** The date and time of a number of days; none for numbers that are no dates. `places`: decimals of the second. */
export function datePartsOf(value: number, is1904: boolean, places: number): DateParts | undefined {
  if (value < 0 || value > LAST) return undefined;
  const scale = 10 ** places;
  const units = Math.round(value * DAY_S * scale);
  const elapsed = Math.floor(units / scale);
  const part = String(units - elapsed * scale).padStart(places, '0');
  const serial = Math.floor(elapsed / DAY_S) + (is1904 ? DAYS_TO_1904 : 0);
  const inDay = elapsed % DAY_S;
  const time = {
    hour: Math.floor(inDay / 3600),
    minute: Math.floor(inDay / 60) % 60,
    second: inDay % 60,
    part,
    elapsed,
    weekday: (serial + 6) % 7,
  };
  if (serial === 0) return { ...time, year: 1900, month: 1, day: 0 };
  if (serial === LEAP_DAY) return { ...time, year: 1900, month: 2, day: 29 };
  const date = new Date(EPOCH_1900 + (serial < LEAP_DAY ? serial + 1 : serial) * DAY_S * 1000);
  return { ...time, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Languages of format codes by the low bytes of their number (MS-LCID). */
const LANGUAGES: Readonly<Record<string, string>> = {
  '01': 'ar',
  '02': 'bg',
  '04': 'zh',
  '05': 'cs',
  '06': 'da',
  '07': 'de',
  '08': 'el',
  '0a': 'es',
  '0b': 'fi',
  '0c': 'fr',
  '0d': 'he',
  '0e': 'hu',
  '10': 'it',
  '11': 'ja',
  '12': 'ko',
  '13': 'nl',
  '14': 'nb',
  '15': 'pl',
  '16': 'pt',
  '18': 'ro',
  '19': 'ru',
  '1b': 'sk',
  '1d': 'sv',
  '1f': 'tr',
  '22': 'uk',
};

/** The language of a code such as `407` or `de-DE`; English where it has none. */
export function languageOf(code: string): string {
  const named = /^[a-z]{2,3}(?=-|$)/i.exec(code)?.[0];
  const language = /^[\da-f]{2,8}$/i.test(code) ? LANGUAGES[code.slice(-2).toLowerCase()] : named;
  return language !== undefined && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : 'en';
}

const names = new Map<string, Intl.DateTimeFormat>();

/** The name of a month (from 1) or weekday (from 0, a Sunday). */
export function nameOf(
  kind: 'month' | 'weekday',
  number: number,
  length: 'long' | 'short' | 'narrow',
  language: string,
): string {
  const key = `${language} ${kind} ${length}`;
  const format = names.get(key) ?? new Intl.DateTimeFormat(language, { [kind]: length, timeZone: 'UTC' });
  names.set(key, format);
  // January 2023 began on a Sunday.
  return format.format(kind === 'month' ? Date.UTC(2023, number - 1, 1) : Date.UTC(2023, 0, 1 + number));
}
