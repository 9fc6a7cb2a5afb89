import { StrongroomError } from '../error.ts';

type Work<T> = (signal: AbortSignal, goesOn: () => void) => Promise<T>;

/**
 * Work that ends when nothing was heard of it for so many milliseconds; `goesOn` says that something was. Whatever breaks
 * on the way is CONNECTION_LOST, and TIMED_OUT when it is that late, unless somebody aborted: then his reason is thrown.
 */
export async function inTime<T>(milliseconds: number, outer: AbortSignal | undefined, work: Work<T>): Promise<T> {
  outer?.throwIfAborted();
  const stop = new AbortController();
  const pass = () => stop.abort(outer?.reason);
  const late = new StrongroomError('TIMED_OUT');
  const arm = () => setTimeout(() => stop.abort(late), milliseconds);
  let timer = arm();
  outer?.addEventListener('abort', pass, { once: true });
  try {
    return await work(stop.signal, () => {
      clearTimeout(timer);
      timer = arm();
    });
  } catch (error) {
    outer?.throwIfAborted();
    if (stop.signal.aborted) throw late;
    throw error instanceof StrongroomError ? error : new StrongroomError('CONNECTION_LOST', { cause: error });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', pass);
  }
}
