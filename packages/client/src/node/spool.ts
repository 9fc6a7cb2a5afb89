import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { tooLarge } from '../content/objects.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { scratchFile } from './scratch-file.ts';
import type { Source } from './source.ts';

/** A key that never leaves this process: what a crash leaves on the disk is noise. */
const ALGORITHM = 'aes-256-ctr';

/**
 * What comes once, of unknown length, kept so that it can be read again: in a scratch file, encrypted under a key that
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
    for await (const piece of stream) {
      signal?.throwIfAborted();
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (file.size + bytes.length > MAX_FILE_BYTES) throw tooLarge();
      await file.append(cipher.update(bytes));
    }
    await file.finish();
  } catch (error) {
    await file.remove();
    throw error;
  }
  return {
    size: file.size,
    async *read() {
      const decipher = createDecipheriv(ALGORITHM, key, iv);
      for await (const piece of file.read()) yield decipher.update(piece);
    },
    close: async () => {
      key.fill(0);
      await file.remove();
    },
  };
}
