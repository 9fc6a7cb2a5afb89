import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { tooLarge } from '../content/objects.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { release } from './release.ts';
import { scratchFile } from './scratch-file.ts';
import type { Source } from './source.ts';

/** The key never leaves this process, so a crash leaves only random-looking bytes on the disk. */
const ALGORITHM = 'aes-256-ctr';

/**
 * Turns a stream of unknown length into a source that can be read again: a scratch file, encrypted with a key that
 * exists in memory only. Throws FILE_TOO_LARGE, what the stream throws, or the reason of the signal.
 */
export async function spooled(
  stream: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
): Promise<Source> {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const file = await scratchFile();
  try {
    const cipher = createCipheriv(ALGORITHM, key, iv);
    for await (const piece of whileWanted(stream, signal)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (file.size + bytes.length > MAX_FILE_BYTES) throw tooLarge();
      const sealed = cipher.update(bytes);
      await file.append(sealed);
      release(sealed);
    }
    await file.finish();
  } catch (error) {
    key.fill(0);
    await file.remove();
    throw error;
  }
  return {
    size: file.size,
    async *read() {
      const decipher = createDecipheriv(ALGORITHM, key, iv);
      for await (const piece of file.read()) {
        const bytes = decipher.update(piece);
        yield bytes;
        release(bytes);
      }
    },
    close: async () => {
      key.fill(0);
      await file.remove();
    },
  };
}

/** The pieces as they arrive. An abort does not wait for the next piece, because a pipe may be silent for hours. */
async function* whileWanted<T>(stream: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const pieces = stream[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<T>> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      const heard = () => signal?.removeEventListener('abort', stop);
      pieces.next().finally(heard).then(resolve, reject);
    });
  const end = async () => pieces.return?.();
  try {
    for (let step = await next(); step.done !== true; step = await next()) yield step.value;
  } finally {
    // Not awaited: a generator ends only after its next piece. A Node stream is destroyed at once.
    end().catch(() => undefined);
    if (stream instanceof Readable) stream.destroy();
  }
}
