import { StrongroomError } from '../base/error.ts';
import { afterAnyTime } from './long-timer.ts';

type Work<T> = (signal: AbortSignal, goesOn: () => void) => Promise<T>;

/**
 * Work that fails with TIMED_OUT after `milliseconds` without progress; `goesOn` reports progress. Throws the reason of the
 * signal if that was aborted.
 */
export async function withTimeout<T>(milliseconds: number, outer: AbortSignal | undefined, work: Work<T>): Promise<T> {
  outer?.throwIfAborted();
  const stop = new AbortController();
  const pass = () => stop.abort(outer?.reason);
  let late: StrongroomError | undefined;
  // There may be thousands of pieces, so each only records its time, and the timer checks it.
  let heardAt = performance.now();
  const look = (): void => {
    const left = heardAt + milliseconds - performance.now();
    if (left > 0) cancel = afterAnyTime(Math.ceil(left), look);
    else {
      late = new StrongroomError('TIMED_OUT');
      stop.abort(late);
    }
  };
  let cancel = afterAnyTime(milliseconds, look);
  outer?.addEventListener('abort', pass, { once: true });
  try {
    return await work(stop.signal, () => {
      heardAt = performance.now();
    });
  } catch (error) {
    outer?.throwIfAborted();
    stop.abort(error); // what is still coming is not wanted any more
    throw late ?? error;
  } finally {
    cancel();
    outer?.removeEventListener('abort', pass);
  }
}
