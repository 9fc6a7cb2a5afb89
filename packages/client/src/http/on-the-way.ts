import { StrongroomError } from '../error.ts';

/** Work of the network: whatever breaks it is CONNECTION_LOST. */
export const onTheWay = <T>(work: Promise<T>): Promise<T> => work.catch(lost);

/** Pieces that come over the network; the same holds for them, but not for what becomes of them. */
export async function* piecesOnTheWay<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = pieces[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const step = await onTheWay(iterator.next());
      isOver = step.done === true;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    if (!isOver) await iterator.return?.();
  }
}

function lost(cause: unknown): never {
  throw cause instanceof StrongroomError ? cause : new StrongroomError('CONNECTION_LOST', { cause });
}
