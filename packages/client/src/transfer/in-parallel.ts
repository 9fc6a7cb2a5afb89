import { type Clock, systemClock } from '../http/clock.ts';

type Limits = Readonly<{
  /** Number of items at a time. */
  width: number;
  /** Number of items at a time, with those that have left. Default: `width`. */
  most?: number | undefined;
  /** Called when the only items in progress are those that have left. */
  onIdle?: (() => void) | undefined;
  clock?: Clock | undefined;
}>;

/** Ends the share of an item in `width` before its work ends, for a wait that costs nothing. It may be called again. */
export type ReleaseShare = () => void;

/**
 * Results of work on many items as they finish, also while the next item is awaited. It continues while results are
 * read; when the reader stops, the signal that items and work were given is aborted, and they are awaited.
 */
export async function* inParallel<T, R>(
  itemsUntil: (signal: AbortSignal) => AsyncIterable<T>,
  { width, most = width, onIdle, clock = systemClock }: Limits,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal, leave: ReleaseShare) => Promise<R>,
): AsyncGenerator<R, void> {
  const stop = new AbortController();
  const pass = () => {
    stop.abort(signal?.reason);
    wake();
  };
  signal?.addEventListener('abort', pass, { once: true });
  const items = itemsUntil(stop.signal)[Symbol.asyncIterator]();
  const running = new Set<Promise<void>>();
  const results: R[] = [];
  let failure: Readonly<{ error: unknown }> | undefined;
  let inside = 0;
  let filling: Promise<void> | undefined;
  let isOver = false;
  let wake = (): void => undefined;
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  function start(item: T): void {
    inside++;
    let isInside = true;
    const leave = () => {
      if (isInside) {
        isInside = false;
        inside--;
        wake();
      }
      // The next item may start in this turn of the event loop.
      if (inside === 0 && onIdle !== undefined) clock.after(0, () => inside === 0 && onIdle());
    };
    const one = run(item, leave).finally(() => {
      leave();
      running.delete(one);
      wake();
    });
    running.add(one);
  }

  async function run(item: T, leave: ReleaseShare): Promise<void> {
    try {
      results.push(await work(item, stop.signal, leave));
    } catch (error) {
      failure ??= { error };
    }
  }

  const hasRoom = () => !isOver && failure === undefined && inside < width && running.size < most;

  /** Starts items as they come, as many as there is room for. */
  async function fill(): Promise<void> {
    try {
      while (hasRoom() && !stop.signal.aborted) {
        const step = await items.next();
        if (step.done) isOver = true;
        else if (!stop.signal.aborted) start(step.value);
      }
    } catch (error) {
      failure ??= { error };
    }
    filling = undefined;
    wake();
  }

  try {
    for (;;) {
      signal?.throwIfAborted();
      if (hasRoom()) filling ??= fill();
      if (results.length > 0) {
        yield* results.splice(0, 1);
        continue;
      }
      if (failure !== undefined) throw failure.error;
      if (isOver && running.size === 0) return;
      await changed();
    }
  } finally {
    signal?.removeEventListener('abort', pass);
    stop.abort();
    await filling;
    await Promise.allSettled(running);
    await items.return?.();
  }
}
