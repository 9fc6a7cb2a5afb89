import { formatDayName, plural } from '../../../base/format.ts';
import { dayOf, endOfDay } from '../base/last-day.ts';

/** The fields of a form about a link. */
export type LinkTerms = Readonly<{ recipient: string; name: string; message: string; day: string; cap: string }>;

export const DAY_MS = 86_400_000;
export const LONGEST_DAYS = 365;
const MAX_DOWNLOADS = 100_000;
const A_WEEK = 7;

/** A week and three downloads: one person looks first, and gets it again on another device. Little for a thief. */
export const defaultLinkTerms = (now: number): LinkTerms => ({
  recipient: '',
  name: '',
  message: '',
  day: dayOf(new Date(now + A_WEEK * DAY_MS).toISOString()),
  cap: '3',
});

/** The rule by which the service counts the uses of a link. */
export const WHAT_COUNTS =
  'A view or a download by a browser counts once, and is free in that browser for 24 hours. Of several files all count as one.';

/** Explains that a text is not a day; undefined if it is one. */
export function dayProblem(day: string, now: number): string | undefined {
  const end = Date.parse(endOfDay(day) ?? '');
  if (Number.isNaN(end)) return 'Choose the last day on which the link works.';
  if (end <= now) return 'This day is over. Choose today or a later one.';
  if (end > now + LONGEST_DAYS * DAY_MS) return 'A link works for a year at most. Choose an earlier day.';
  return undefined;
}

/** Explains that a text is not a number of downloads. `used`: the downloads so far. */
export function capProblem(cap: string, used: number): string | undefined {
  if (cap === '') return undefined;
  const number = Number(cap);
  const least = Math.max(used, 1);
  if (!Number.isInteger(number) || number < 1 || number > MAX_DOWNLOADS || number < least)
    return used > 0 && number >= 1 && number < least
      ? `It was downloaded ${used} times already. Enter at least ${least}, or revoke it.`
      : `Enter a whole number from ${least} to ${MAX_DOWNLOADS}, or leave it empty for no limit.`;
  return undefined;
}

export const parseCap = (cap: string): number | null => (cap === '' ? null : Number(cap));

/** The service counts from the arrival of the request, which must not lead into the next day. */
const LONGEST_REQUEST_S = 60;

/** Seconds from now to the last minute of a day. */
export const secondsUntilEndOf = (day: string, now: number): number =>
  Math.max(1, Math.floor((Date.parse(endOfDay(day) ?? '') - now) / 1000) - LONGEST_REQUEST_S);

const LONGEST_NAME = 100;

/** A name for a link to several files: the first one, and how many more. */
export function nameOfFiles(files: readonly Readonly<{ name: string }>[]): string {
  const [first, ...others] = files;
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${first.name.slice(0, LONGEST_NAME - more.length)}${more}`;
}

/** The folders that a link shows, each once. */
export const namedFolders = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)].filter((folder) => folder !== '').toSorted();

/** Words about the cap of a link. */
export const capWords = (cap: string): string =>
  cap === '' ? 'any number of downloads' : plural(Number(cap), 'download');

type About = Readonly<{ what: string; isApart: boolean }>;

/** A message to a recipient, to be pasted into a mail. */
export const messageWith = (link: string, { message, day, cap }: LinkTerms, { what, isApart }: About): string =>
  [
    ...(message.trim() === '' ? [] : [message.trim(), '']),
    `${what} for you: ${link}`,
    '',
    `The link works until the end of ${formatDayName(day)}, for ${capWords(cap)}.${isApart ? ' You get its key apart.' : ''}`,
  ].join('\n');

/** A link and its key, to be sent apart. The whole link has both after its `#`. */
export function splitLink(whole: string): Readonly<{ link: string; key: string }> {
  const [link = '', key = ''] = whole.split('&k=');
  return { link, key };
}
