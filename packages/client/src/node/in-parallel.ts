/**
 * Results of work on many items, `width` at a time, as they finish. It continues while results are read; when the reader
 * stops, work in progress is aborted by the signal that it was given, and awaited.
 */
export async function* inParallel<T, R>(
  items: AsyncIterable<T>,
  width: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<R, void> {
  const stop = new AbortController();
  const pass = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', pass, { once: true });
  const running = new Set<Promise<R>>();
  const next = async (): Promise<R> => {
    const [one, result] = await Promise.race([...running].map(async (promise) => [promise, await promise] as const));
    running.delete(one);
    return result;
  };
  try {
    for await (const item of items) {
      running.add(work(item, stop.signal));
      if (running.size >= width) yield await next();
    }
    while (running.size > 0) yield await next();
  } finally {
    signal?.removeEventListener('abort', pass);
    stop.abort();
    await Promise.allSettled(running);
  }
}
