import { type Instant, LONGEST_TRANSFER, later, plus, SECOND } from '@strongroom/domain';
import { BlobRefusal, type Clock } from '@strongroom/ports';

/** Calls back after a number of milliseconds, unless the returned function is called before. */
export type SetAlarm = (milliseconds: number, ring: () => void) => () => void;

/** Maximum of a timer of Node, in milliseconds: a longer one fires at once. */
const LONGEST = 2 ** 31 - 1;

/** Takes a time of any length. */
export const systemAlarm: SetAlarm = (milliseconds, ring) => {
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    const some = Math.min(left, LONGEST);
    left -= some;
    timer = setTimeout(left > 0 ? next : ring, some);
  };
  next();
  return () => clearTimeout(timer);
};

export type BodyClock = Readonly<{ clock: Pick<Clock, 'now'>; setAlarm: SetAlarm }>;

/** Seconds after the end of its address in which an upload that began in time can still complete. */
export const UPLOAD_OVERTIME = LONGEST_TRANSFER;

/** Latest end of an upload that begins now: the end of its address, or later if the largest file needs longer on the slowest line. */
export const uploadEnd = (expiresAt: Instant, { clock }: Pick<BodyClock, 'clock'>): Instant =>
  later(expiresAt, plus(clock.now(), LONGEST_TRANSFER * SECOND));

/** Throws BlobRefusal URL_EXPIRED after `end`. */
export function refuseLate(end: Instant, { clock }: Pick<BodyClock, 'clock'>): void {
  if (clock.now() > end) throw new BlobRefusal('URL_EXPIRED');
}

/**
 * The chunks of a body until `end`. Throws BlobRefusal URL_EXPIRED after that, even while waiting for a chunk and after
 * the last one.
 */
export async function* bodyUntil(
  end: Instant,
  body: AsyncIterable<Uint8Array>,
  time: BodyClock,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  let isLate = false;
  let giveUp = (): void => {};
  let cancel = (): void => {};
  const setAlarm = (milliseconds: number): void => {
    cancel = time.setAlarm(milliseconds, () => {
      // The timer may fire early; the clock decides.
      if (time.clock.now() <= end) return setAlarm(SECOND);
      isLate = true;
      giveUp();
    });
  };
  setAlarm(Math.max(1, end - time.clock.now() + 1));
  // One promise per chunk: a race against one long-lived promise would keep every chunk in memory.
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    new Promise((resolve, reject) => {
      giveUp = () => reject(new BlobRefusal('URL_EXPIRED'));
      if (isLate) giveUp();
      else pieces.next().then(resolve, reject);
    });
  try {
    for (let piece = await next(); ; piece = await next()) {
      refuseLate(end, time);
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    cancel();
    const ended = pieces.return?.();
    // A pending body ends with its next chunk or at its deadline.
    if (isLate) ended?.catch(() => undefined);
    else await ended;
  }
}
