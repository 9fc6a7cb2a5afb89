import { releaseMemory } from './release.ts';

/** Writes pieces in order: small ones together, and while the next ones arrive. */
export type Appender = Readonly<{
  /**
   * Takes a piece over: its memory is freed once it is written. Undefined if it may wait for others, the usual case:
   * nothing to await.
   */
  append: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Resolves once all of it is written. */
  finish: () => Promise<void>;
}>;

/** Bytes, and number of pieces, that are written together. */
const BATCH = 1_048_576;
const MAX_PIECES = 256;

/** An open file. */
type Written = Readonly<{
  writev: (pieces: readonly Uint8Array[], position: number) => Promise<Readonly<{ bytesWritten: number }>>;
}>;

/** Writes from the beginning of the file, one batch at a time. A failed write is thrown by a later call. */
export function appenderTo(handle: Written): Appender {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let at = 0;
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    const [pieces, position] = [waiting, at];
    at += size;
    waiting = [];
    size = 0;
    await writing;
    writing = writeAll(handle, pieces, position);
    writing.catch(() => undefined); // the next call throws it
  };
  return {
    append: (bytes) => {
      waiting.push(bytes);
      size += bytes.length;
      return size < BATCH && waiting.length < MAX_PIECES ? undefined : flush();
    },
    finish: async () => {
      await flush();
      await writing;
    },
  };
}

async function writeAll(handle: Written, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let left = pieces.filter(({ length }) => length > 0);
  for (let at = position; left.length > 0; ) {
    const { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    left = after(left, bytesWritten);
  }
  for (const piece of pieces) releaseMemory(piece);
}

/** The pieces without their first bytes. */
function after(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const left: Uint8Array[] = [];
  let skipped = 0;
  for (const piece of pieces) {
    const from = Math.min(piece.length, Math.max(0, count - skipped));
    skipped += piece.length;
    if (from < piece.length) left.push(piece.subarray(from));
  }
  return left;
}
