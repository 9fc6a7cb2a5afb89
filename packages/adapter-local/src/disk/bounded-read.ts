import { open } from 'node:fs/promises';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** The text of a file that others may write, up to a number of bytes; undefined for a missing one. */
export async function readUpTo(path: string, bytes: number): Promise<string | undefined> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, bytes - length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes) return buffer.toString('utf8', 0, length);
    }
  } finally {
    await handle.close();
  }
}
