import type { Branded } from './value.ts';

/** A moment in whole milliseconds since 1970-01-01T00:00:00Z. Time is always an argument; the domain has no clock. */
export type Instant = Branded<number, 'Instant'>;

/** The earliest moment: the position of items without a time. */
export const EPOCH = 0 as Instant;

/** Whole milliseconds since 1970 as an instant. Throws RangeError for anything else. */
export function instant(milliseconds: number): Instant {
  if (!Number.isSafeInteger(milliseconds)) throw new RangeError('an instant is a whole number of milliseconds');
  return milliseconds as Instant;
}

/** The later of two moments. */
export const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);

/** The earlier of two moments. */
export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The instant `milliseconds` after `from` (before it, when negative). */
export const plus = (from: Instant, milliseconds: number): Instant => (from + milliseconds) as Instant;

/** The moment of an expiry: the present second rounded up, plus `seconds`. */
export const expiryAfter = (now: Instant, seconds: number): Instant =>
  (Math.ceil(now / SECOND) * SECOND + seconds * SECOND) as Instant;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const two = (number: number): string => TWO_DIGITS[number] ?? '';

/** The day that was formatted last. A page of a list has some sixty moments, mostly of few days. */
let lastDay = Number.NaN;
let lastDate = '';

/** `YYYY-MM-DDThh:mm:ssZ`, without milliseconds. An eighth of the time of `toISOString`. */
export function formatInstant(at: Instant): string {
  const day = Math.floor(at / DAY);
  if (day !== lastDay) lastDate = new Date(day * DAY).toISOString().slice(0, 10);
  lastDay = day;
  const seconds = Math.floor((at - day * DAY) / SECOND);
  const minutes = Math.floor(seconds / 60);
  return `${lastDate}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}Z`;
}
