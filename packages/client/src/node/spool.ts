import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { tooLarge } from '../content/objects.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { whileWanted } from '../transfer/while-wanted.ts';
import { releaseMemory } from './release.ts';
import { scratchFile } from './scratch-file.ts';
import type { FileSource } from './source.ts';

/** The key never leaves this process, so a crash leaves only random-looking bytes on the disk. */
const ALGORITHM = 'aes-256-ctr';

/**
 * Turns a stream of unknown length into a source that can be read again: a scratch file, encrypted with a key that
 * exists in memory only. Throws FILE_TOO_LARGE, what the stream throws, or the reason of the signal.
 */
export async function spoolStream(
  stream: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
): Promise<FileSource> {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const file = await scratchFile();
  try {
    const cipher = createCipheriv(ALGORITHM, key, iv);
    const destroy = () => stream instanceof Readable && stream.destroy();
    for await (const piece of whileWanted(stream, signal, destroy)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (file.size + bytes.length > MAX_FILE_BYTES) throw tooLarge();
      await file.append(cipher.update(bytes));
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
        releaseMemory(bytes);
      }
    },
    close: async () => {
      key.fill(0);
      await file.remove();
    },
  };
}
