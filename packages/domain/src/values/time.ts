import type { Branded } from './value.ts';

/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. Time is always an argument; nothing here asks a clock. */
export type Instant = Branded<number, 'Instant'>;

/** Before everything: where what has no time of its own stands. */
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

/** The exact moment at which something ends: the present second rounded up, plus `seconds` (interface section 4, "expires_at"). */
export const expiryAfter = (now: Instant, seconds: number): Instant =>
  (Math.ceil(now / SECOND) * SECOND + seconds * SECOND) as Instant;

/** `YYYY-MM-DDThh:mm:ssZ`, without milliseconds (specification section 1). */
export const formatInstant = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
