/** Seconds that a header counts as which cannot be read: its sender wants a pause, and asking at once would be rude. */
const UNREADABLE = 60;
/** About 30 years, in seconds. A longer time would not be a date any more. */
const LONGEST = 1e9;

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7). */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const OLD_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const OLDEST_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Whole seconds to wait by the header Retry-After, which holds seconds or a date; undefined without one. A date counts from
 * the header Date of the same answer, because the clock here may be another; without one from `now`, milliseconds since 1970.
 */
export function secondsToWait(headers: Headers, now: () => number): number | undefined {
  const header = headers.get('retry-after')?.trim();
  if (header === undefined || header === '') return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header), LONGEST);
  const at = dateIn(header);
  if (at === undefined) return UNREADABLE;
  return boundedSeconds(Math.ceil((at - (dateIn(headers.get('date') ?? '') ?? now())) / 1000));
}

/** A number of seconds of another party, as a time that can be waited for: at least 0, at most about 30 years. */
export const boundedSeconds = (seconds: number): number => Math.min(Math.max(seconds, 0), LONGEST);

function dateIn(text: string): number | undefined {
  if (!DATE.test(text) && !OLD_DATE.test(text) && !OLDEST_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
