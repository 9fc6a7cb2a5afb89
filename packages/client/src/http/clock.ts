import { afterAnyTime } from './long-timer.ts';

/** Time; tests supply their own. */
export type Clock = Readonly<{
  /** Milliseconds since 1970, by a clock that never steps back. */
  now: () => number;
  /**
   * Calls `ring` after that time, in a later turn of the event loop even if it is 0, unless the returned function is called
   * before.
   */
  after: (milliseconds: number, ring: () => void) => () => void;
}>;

export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now(), after: afterAnyTime };

/** Resolves after that time; rejects with the reason of the signal. */
export const pause = ({ after }: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stopped = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = after(milliseconds, () => {
      signal?.removeEventListener('abort', stopped);
      resolve();
    });
    signal?.addEventListener('abort', stopped, { once: true });
  });
