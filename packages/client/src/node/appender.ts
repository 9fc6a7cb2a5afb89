import type { FileHandle } from 'node:fs/promises';

/** Writes pieces in order: small ones together, and while the next ones arrive. */
export type Appender = Readonly<{
  /** Undefined if the piece fits into the buffer, the usual case: nothing to await. */
  append: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Resolves once all of it is written. */
  finish: () => Promise<void>;
}>;

const BATCH = 1_048_576;
/** Most files are small and need no larger buffer. */
const FIRST = 65_536;

/** Writes from the beginning of the file, with two buffers. A failed write is thrown by a later call. */
export function appenderTo(handle: FileHandle): Appender {
  let filling = new Uint8Array(0);
  let other = new Uint8Array(0);
  let size = 0;
  let at = 0;
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = writeAll(handle, filling.subarray(0, size), at);
    writing.catch(() => undefined); // the next call throws it
    at += size;
    size = 0;
    [filling, other] = [other, filling];
  };
  const fill = async (bytes: Uint8Array): Promise<void> => {
    for (let from = 0; from < bytes.length; ) {
      if (size === 0 && filling.length < BATCH) filling = new Uint8Array(at === 0 ? FIRST : BATCH);
      const piece = bytes.subarray(from, from + filling.length - size);
      filling.set(piece, size);
      size += piece.length;
      from += piece.length;
      if (size === filling.length) await flush();
    }
  };
  return {
    append: (bytes) => {
      if (size === 0 || size + bytes.length >= filling.length) return fill(bytes);
      filling.set(bytes, size);
      size += bytes.length;
      return undefined;
    },
    finish: async () => {
      await flush();
      await writing;
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
