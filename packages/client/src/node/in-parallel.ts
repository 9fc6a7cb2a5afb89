type Limits = Readonly<{
  /** Number of items at a time. */
  width: number;
  /** Number of items at a time, with those that have left. Default: `width`. */
  most?: number | undefined;
  /** Called when the only items in progress are those that have left. */
  onIdle?: (() => void) | undefined;
}>;

/** Ends the share of an item in `width` before its work ends, for a wait that costs nothing. */
export type Leave = () => void;

/**
 * Results of work on many items as they finish. It continues while results are read; when the reader stops, work in
 * progress is aborted by the signal that it was given, and awaited.
 */
export async function* inParallel<T, R>(
  items: AsyncIterable<T>,
  { width, most = width, onIdle }: Limits,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal, leave: Leave) => Promise<R>,
): AsyncGenerator<R, void> {
  const stop = new AbortController();
  const pass = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', pass, { once: true });
  const running = new Set<Promise<void>>();
  const results: R[] = [];
  let failure: Readonly<{ error: unknown }> | undefined;
  let inside = 0;
  let wake = (): void => undefined;
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  function start(item: T): void {
    inside++;
    let isInside = true;
    const leave = () => {
      if (!isInside) return;
      isInside = false;
      inside--;
      wake();
      // The next item may start in this turn of the event loop.
      if (inside === 0) setImmediate(() => inside === 0 && onIdle?.());
    };
    const one = run(item, leave).finally(() => {
      leave();
      running.delete(one);
      wake();
    });
    running.add(one);
  }

  async function run(item: T, leave: Leave): Promise<void> {
    try {
      results.push(await work(item, stop.signal, leave));
    } catch (error) {
      failure ??= { error };
    }
  }

  /** Yields results until the condition holds. */
  async function* until(isMet: () => boolean): AsyncGenerator<R, void> {
    for (;;) {
      signal?.throwIfAborted();
      if (results.length > 0) yield* results.splice(0, 1);
      else if (failure !== undefined) throw failure.error;
      else if (isMet()) return;
      else await changed();
    }
  }

  try {
    for await (const item of items) {
      start(item);
      yield* until(() => inside < width && running.size < most);
    }
    yield* until(() => running.size === 0);
  } finally {
    signal?.removeEventListener('abort', pass);
    stop.abort();
    await Promise.allSettled(running);
  }
}
