import type { Instant } from '@strongroom/domain';

const isInstant = (milliseconds: number): milliseconds is Instant => Number.isSafeInteger(milliseconds);

/** A number from outside as a moment. Throws TypeError for anything but whole milliseconds. */
export function instant(milliseconds: number): Instant {
  if (!isInstant(milliseconds)) throw new TypeError('a moment is told in whole milliseconds');
  return milliseconds;
}
