import { DAY, formatInstant, HOUR, type Instant, instant } from './time.ts';
import { type Branded, defineValue, type Value } from './value.ts';

/** A time zone of the IANA database, such as `Europe/Berlin`. */
export type TimeZone = Branded<string, 'TimeZone'>;

const MAX_LENGTH = 64;

function isKnownZone(name: string): boolean {
  // The first format of a process reads 4 MB of Unicode's data, and every start reads this zone.
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Offsets such as `+02:00` are refused: they know no summer time. */
export const TimeZone: Value<TimeZone> = defineValue({
  name: 'TimeZone',
  description: 'Time zone of the IANA database.',
  schema: { type: 'string', maxLength: MAX_LENGTH, examples: ['Europe/Berlin'] },
  rule: 'timeZone',
  check: (input) =>
    typeof input === 'string' &&
    input.length <= MAX_LENGTH &&
    /^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(input) &&
    isKnownZone(input)
      ? undefined
      : 'must be a time zone of the IANA database, such as Europe/Berlin',
});

export const UTC: TimeZone = TimeZone.parse('UTC');

/** Formats cost much more to make than to use. */
const FORMATS = new Map<TimeZone, Intl.DateTimeFormat>();

function formatOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = FORMATS.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  FORMATS.set(zone, made);
  return made;
}

/** The time that clocks of a zone show at a moment, as if it were UTC. */
function shownAt(zone: TimeZone, at: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A moment by the clocks of a zone, such as `2026-12-01 13:00 Europe/Berlin`. */
export const momentIn = (zone: TimeZone, at: Instant): string =>
  `${formatInstant(instant(shownAt(zone, at)))
    .slice(0, 16)
    .replace('T', ' ')} ${zone}`;

/** No zone changes its clocks within such a part of an hour. */
const UNCHANGED = HOUR / 4;

/** Names the day of a moment by the clocks of a zone, such as `2026-12-01`. It keeps what it found: many moments share a day. */
export function dayNamer(zone: TimeZone): (at: Instant) => string {
  const known = new Map<number, string>();
  return (at) => {
    const part = Math.floor(at / UNCHANGED);
    const found = known.get(part) ?? new Date(shownAt(zone, part * UNCHANGED)).toISOString().slice(0, 10);
    known.set(part, found);
    return found;
  };
}

/** The moment at which clocks of a zone show a time. One that a change to summer time skips comes an hour later. */
function momentOf(zone: TimeZone, shown: number): number {
  const first = shown - (shownAt(zone, shown) - shown);
  return first - (shownAt(zone, first) - shown);
}

/** The first time after a moment at which clocks of a zone show that hour; with `weekday` (0 is Sunday) on that day only. */
export function nextHour(zone: TimeZone, after: Instant, of: Readonly<{ hour: number; weekday?: number }>): Instant {
  const today = Math.floor(shownAt(zone, after) / DAY) * DAY;
  for (let days = 0; ; days++) {
    const shown = today + days * DAY + of.hour * HOUR;
    const moment = momentOf(zone, shown);
    const isDay = of.weekday === undefined || new Date(shown).getUTCDay() === of.weekday;
    if (isDay && moment > after) return instant(moment);
  }
}
