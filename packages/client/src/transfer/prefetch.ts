/** The same items; where `isQuick` holds for one, the next is made while that one is used. */
export async function* prefetchOne<T>(items: AsyncIterable<T>, isQuick: (item: T) => boolean): AsyncGenerator<T, void> {
  const source = items[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<T>> | undefined;
  try {
    for (;;) {
      const step = await (next ?? source.next());
      next = undefined;
      if (step.done === true) return;
      if (isQuick(step.value)) {
        next = source.next();
        next.catch(() => undefined); // thrown when its turn comes
      }
      yield step.value;
    }
  } finally {
    await next?.catch(() => undefined);
    await source.return?.();
  }
}
