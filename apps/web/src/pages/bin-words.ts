import { plural } from '../base/format.ts';

export const MAX_BIN_DAYS = 90;
/** The term that the form of a new room offers. */
export const USUAL_BIN_DAYS = 30;

const DAY_MS = 86_400_000;

/** Explains that a text is not a number of days; undefined if it is one. */
export function binDaysProblem(typed: string): string | undefined {
  const days = Number(typed);
  return typed.trim() === '' || !Number.isInteger(days) || days < 0 || days > MAX_BIN_DAYS
    ? `Enter a whole number from 0 to ${MAX_BIN_DAYS}.`
    : undefined;
}

/** The consequences of a deletion. `binDays`: the term of the bin of the room, 0 without one. */
export function deletionSentence(files: number, binDays: number): string {
  const isOne = files === 1;
  return binDays > 0
    ? `${isOne ? 'It goes' : 'They go'} to the bin of the room, and can be restored for ${plural(binDays, 'day')}. Members see ${isOne ? 'it' : 'them'} no more, and links end for good.`
    : `Deleted at once: this room has no bin. ${isOne ? 'Its key is' : 'Their keys are'} erased, and not even a backup of the service brings ${isOne ? 'it' : 'them'} back. Links end too.`;
}

/** The consequence of another term for files that are in the bin already; empty where there is none. */
export function shorterTermSentence(before: number, after: number): string {
  if (after >= before) return '';
  return after === 0
    ? 'All files in the bin are destroyed within a minute, and deleted files are from now on.'
    : `Files that have been in the bin for more than ${plural(after, 'day')} are destroyed within a minute.`;
}

/** The rest of a term in whole days, to the nearest: `30 days` after a deletion from a bin of 30 days. */
export function timeLeft(destroyedAt: string, now: number): string {
  const days = (Date.parse(destroyedAt) - now) / DAY_MS;
  return days < 1 ? 'less than a day' : plural(Math.round(days), 'day');
}
