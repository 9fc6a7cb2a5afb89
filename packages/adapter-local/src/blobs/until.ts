import { type Instant, SECOND } from '@strongroom/domain';
import { BlobRefusal, type Clock } from '@strongroom/ports';

/** Calls back after that many milliseconds, unless the function it returns is called before. */
export type SetAlarm = (milliseconds: number, ring: () => void) => () => void;

/** A timer of Node takes 31 bits of milliseconds. No address of the service lives for so long. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemAlarm: SetAlarm = (milliseconds, ring) => {
  if (milliseconds > LONGEST_TIMER) return () => undefined;
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
};

export type Time = Readonly<{ clock: Pick<Clock, 'now'>; setAlarm: SetAlarm }>;

/** Throws BlobRefusal URL_EXPIRED where it is later than `expiresAt`. */
export function refuseLate(expiresAt: Instant, { clock }: Pick<Time, 'clock'>): void {
  if (clock.now() > expiresAt) throw new BlobRefusal('URL_EXPIRED');
}

/**
 * The pieces of a body, as long as it is not later than `expiresAt`. Throws BlobRefusal URL_EXPIRED once it is, also
 * while it waits for a piece and when the last piece has come.
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
      // A timer and a clock may disagree, and the clock decides.
      if (time.clock.now() <= expiresAt) return setAlarm(SECOND);
      isLate = true;
      giveUp();
    });
  };
  setAlarm(Math.max(1, expiresAt - time.clock.now() + 1));
  // A promise per piece: a race against one long-lived promise would keep every piece in memory.
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
    // A body that is waited for ends when its next piece comes or its time is over.
    if (isLate) ended?.catch(() => undefined);
    else await ended;
  }
}
