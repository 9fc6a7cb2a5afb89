import { StrongroomError } from '../error.ts';

type Work<T> = (signal: AbortSignal, goesOn: () => void) => Promise<T>;

/**
 * Work that ends with TIMED_OUT when nothing was heard of it for so many milliseconds; `goesOn` says that something was.
 * Where somebody aborted, his reason is thrown.
 */
export async function inTime<T>(milliseconds: number, outer: AbortSignal | undefined, work: Work<T>): Promise<T> {
  outer?.throwIfAborted();
  const stop = new AbortController();
  const pass = () => stop.abort(outer?.reason);
  const late = new StrongroomError('TIMED_OUT');
  const arm = () => setTimeout(() => stop.abort(late), milliseconds);
  let timer = arm();
  let isOver = false;
  outer?.addEventListener('abort', pass, { once: true });
  try {
    return await work(stop.signal, () => {
      if (isOver) return; // a piece that was on its way still: a timer now would keep the process from ending
      clearTimeout(timer);
      timer = arm();
    });
  } catch (error) {
    outer?.throwIfAborted();
    const isLate = stop.signal.aborted;
    stop.abort(error); // what is still coming is not wanted any more
    throw isLate ? late : error;
  } finally {
    isOver = true;
    clearTimeout(timer);
    outer?.removeEventListener('abort', pass);
  }
}
