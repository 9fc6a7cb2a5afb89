import { StrongroomError } from '../error.ts';

/** Runs work of the network: any failure is CONNECTION_LOST. */
export const onTheWay = <T>(work: Promise<T>): Promise<T> => work.catch(lost);

/**
 * Reads pieces from the network. Failures of reading are CONNECTION_LOST; failures of the consumer stay as they are.
 */
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
