import type { FileHandle } from 'node:fs/promises';

/** Writes one piece behind the other: many small ones together, and while the next ones come. */
export type Appender = Readonly<{
  append: (bytes: Uint8Array) => Promise<void>;
  /** Resolves once all of it is written. */
  finish: () => Promise<void>;
}>;

const BATCH = 1_048_576;

/** From the beginning of the file. What cannot be written is thrown by a later call. */
export function appenderTo(handle: FileHandle): Appender {
  let held: Uint8Array[] = [];
  let size = 0;
  let at = 0;
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const batch = Buffer.concat(held);
    writing = writeAll(handle, batch, at);
    writing.catch(() => undefined); // whoever comes next is told
    at += batch.length;
    held = [];
    size = 0;
  };
  return {
    append: async (bytes) => {
      held.push(bytes);
      size += bytes.length;
      if (size >= BATCH) await flush();
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
