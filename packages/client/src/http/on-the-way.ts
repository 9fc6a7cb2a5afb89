import { StrongroomError } from '../error.ts';

/** Work of the network: whatever breaks it is CONNECTION_LOST. */
export const onTheWay = <T>(work: Promise<T>): Promise<T> => work.catch(lost);

/** Pieces that come over the network; the same holds for them, but not for what becomes of them. */
export async function* piecesOnTheWay<T>(pieces: AsyncIterable<T>, onPiece: () => void): AsyncGenerator<T, void> {
  try {
    for await (const piece of pieces) {
      onPiece();
      yield piece;
    }
  } catch (cause) {
    lost(cause);
  }
}

function lost(cause: unknown): never {
  throw cause instanceof StrongroomError ? cause : new StrongroomError('CONNECTION_LOST', { cause });
}
