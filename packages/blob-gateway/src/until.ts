import { type Instant, SECOND } from '@strongroom/domain';
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

export type Time = Readonly<{ clock: Pick<Clock, 'now'>; setAlarm: SetAlarm }>;

/** Throws BlobRefusal URL_EXPIRED after `expiresAt`. */
export function refuseLate(expiresAt: Instant, { clock }: Pick<Time, 'clock'>): void {
  if (clock.now() > expiresAt) throw new BlobRefusal('URL_EXPIRED');
}

/**
 * The chunks of a body until `expiresAt`. Throws BlobRefusal URL_EXPIRED after that, even while waiting for a chunk and after
 * the last one.
 */
export async function* until(
  expiresAt: Instant,
  body: AsyncIterable<Uint8Array>,
  time: Time,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  let isLate = false;
  let giveUp = (): void => {};
  let cancel = (): void => {};
  const setAlarm = (milliseconds: number): void => {
    cancel = time.setAlarm(milliseconds, () => {
      // The timer may fire early; the clock decides.
      if (time.clock.now() <= expiresAt) return setAlarm(SECOND);
      isLate = true;
      giveUp();
    });
  };
  setAlarm(Math.max(1, expiresAt - time.clock.now() + 1));
  // One promise per chunk: a race against one long-lived promise would keep every chunk in memory.
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    new Promise((resolve, reject) => {
      giveUp = () => reject(new BlobRefusal('URL_EXPIRED'));
      if (isLate) giveUp();
      else pieces.next().then(resolve, reject);
    });
  try {
    for (let piece = await next(); ; piece = await next()) {
      refuseLate(expiresAt, time);
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
