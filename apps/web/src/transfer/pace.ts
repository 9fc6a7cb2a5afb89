import { formatSize } from '../base/size.ts';

/** The bytes that had been sent at a moment in milliseconds. */
type Sample = Readonly<{ at: number; sent: number }>;
export type TransferPace = readonly Sample[];

const WINDOW_MS = 20_000;
const STEP_MS = 500;
/** Milliseconds before the first estimate: the first files say little. */
const FIRST_MS = 3000;
/** Bytes before an estimate, and the part of a small whole: the first bytes of a line say little about it. */
const FIRST_BYTES = 64 * 1024;
const FIRST_PART = 0.02;

/** The samples of the last seconds with a further one. It starts again where files were added again. */
export function withSample(pace: TransferPace, next: Sample): TransferPace {
  const last = pace.at(-1);
  if (last === undefined || next.sent < last.sent) return [next];
  if (next.at - last.at < STEP_MS) return pace;
  return [...pace.filter(({ at }) => at > next.at - WINDOW_MS), next];
}

/** Milliseconds until the rest is sent; undefined while too little is known. */
export function timeLeft(pace: TransferPace, total: number): number | undefined {
  const [first, last] = [pace[0], pace.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < FIRST_MS) return undefined;
  const moved = last.sent - first.sent;
  if (moved < Math.max(1, Math.min(FIRST_BYTES, total * FIRST_PART))) return undefined;
  return ((total - last.sent) * (last.at - first.at)) / moved;
}

/** Milliseconds before a speed. */
const FIRST_SPEED_MS = 1000;

/** "2.3 MiB a second"; undefined while too little is known, and where nothing moved. */
export function speedOf(pace: TransferPace): string | undefined {
  const [first, last] = [pace[0], pace.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < FIRST_SPEED_MS || last.sent <= first.sent)
    return undefined;
  return `${formatSize(((last.sent - first.sent) * 1000) / (last.at - first.at))} a second`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "about 3 minutes left". */
export function leftSentence(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return 'less than a minute left';
  if (milliseconds > DAY_MS) return 'more than a day left';
  const [count, unit] =
    milliseconds < HOUR_MS
      ? [Math.round(milliseconds / MINUTE_MS), 'minute']
      : [Math.round(milliseconds / HOUR_MS), 'hour'];
  return `about ${count} ${unit}${count === 1 ? '' : 's'} left`;
}

/** "12 MiB of 40 MiB, about 3 minutes left". */
export function sentOf(pace: TransferPace, sent: number, total: number): string {
  const left = timeLeft(pace, total);
  const amount = `${formatSize(sent)} of ${formatSize(total)}`;
  return left === undefined ? amount : `${amount}, ${leftSentence(left)}`;
}
