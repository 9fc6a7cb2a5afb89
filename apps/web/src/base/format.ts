const DATE = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const MINUTES = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
] as const;

export const formatDate = (instant: string): string => DATE.format(new Date(instant));
export const formatDateTime = (instant: string): string => TIME.format(new Date(instant));
/** `26 Nov 2026, 14:32`: an end to the minute. */
export const formatToMinute = (instant: string): string => MINUTES.format(new Date(instant));

/** `2026-12-03`: the day of a moment here, as it stands in names of files. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Seconds pass between the choice of a last day and the making of a link. */
const LAST_MINUTES = /23:5[5-9]$/;
/** `the end of 26 Nov 2026`, or `26 Nov 2026, 14:32`: the end of a link, as the form that made it named it. */
export function formatEnd(instant: string): string {
  const end = formatToMinute(instant);
  return LAST_MINUTES.test(end) ? `the end of ${formatDate(instant)}` : end;
}

const MINUTE_MS = 60_000;
const CLOCK = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
/** `14:32`, rounded up, of a moment in milliseconds. */
export const formatTimeOfDay = (milliseconds: number): string =>
  CLOCK.format(Math.ceil(milliseconds / MINUTE_MS) * MINUTE_MS);

/** `14:32`, of an instant. */
export const timeIn = (instant: string): string => CLOCK.format(new Date(instant));

/** `Today 14:32`, or the day of another moment. */
export const formatDayOrTime = (instant: string, now = new Date()): string =>
  new Date(instant).toDateString() === now.toDateString() ? `Today ${timeIn(instant)}` : formatDate(instant);

const DAY = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
/** `Thursday, 26 November 2026` of a day such as `2026-11-26`. */
export const formatDayName = (day: string): string => DAY.format(new Date(`${day}T12:00`));

const ZONE = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' });
/** `Europe/Berlin`: the zone that the browser has. */
export const zoneHere = (): string => ZONE.resolvedOptions().timeZone;

/** `Europe/Berlin (GMT+1)`: the zone of the reader, in which days and times are shown. */
export function zoneName(): string {
  const offset = ZONE.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const zone = zoneHere();
  return zone === 'UTC' || zone === offset ? zone : `${zone} (${offset})`;
}

/** `26 Nov 2026, 14:32:10 GMT+1`: with the offset of the reader's zone on that day. */
export const formatWithZone = (instant: string): string =>
  `${formatDateTime(instant)} ${ZONE.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;

/** "3 minutes ago", "in 2 days"; a date beyond a week. */
export function formatTimeAgo(instant: string, now = Date.now()): string {
  let value = (new Date(instant).getTime() - now) / 1000;
  if (Math.abs(value) < 5) return 'just now';
  for (const [count, unit] of STEPS) {
    if (Math.abs(value) < count) return RELATIVE.format(Math.round(value), unit);
    value /= count;
  }
  return formatDate(instant);
}

const NUMBER = /* @__PURE__ */ new Intl.NumberFormat('en');
export const formatNumber = (value: number): string => NUMBER.format(value).replaceAll(',', ' ');

/** `1 file`, `2 files`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
