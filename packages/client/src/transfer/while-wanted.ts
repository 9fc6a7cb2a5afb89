/**
 * The pieces as they arrive. An abort does not wait for the next piece, because a source may be silent for hours; then
 * `destroy` is called, because a generator ends only after its next piece.
 */
export async function* whileWanted<T>(
  source: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
  destroy: () => void = () => undefined,
): AsyncGenerator<T, void> {
  const pieces = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const next = (): Promise<IteratorResult<T>> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      const heard = () => signal?.removeEventListener('abort', stop);
      Promise.resolve(pieces.next()).finally(heard).then(resolve, reject);
    });
  const end = async () => pieces.return?.();
  try {
    for (let step = await next(); step.done !== true; step = await next()) yield step.value;
  } finally {
    end().catch(() => undefined);
    destroy();
  }
}
