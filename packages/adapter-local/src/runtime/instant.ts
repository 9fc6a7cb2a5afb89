import type { Instant } from '@strongroom/domain';

const isInstant = (milliseconds: number): milliseconds is Instant => Number.isSafeInteger(milliseconds);

/** Checks a time in milliseconds since 1970. Throws TypeError unless it is a whole number. */
export function instant(milliseconds: number): Instant {
  if (!isInstant(milliseconds)) throw new TypeError('a time is not a whole number of milliseconds');
  return milliseconds;
}
