import { type FileHandle, open } from 'node:fs/promises';
import { BlobRefusal } from '@strongroom/ports';
import { removeIfThere } from '../disk/durable.ts';
import { newHeader } from './object-file.ts';
import { storing } from './storage-errors.ts';

/** A complete body on disk, not yet under its name. */
type Received = Readonly<{ path: string; generation: string }>;

type Limits = Readonly<{
  /** Bytes. */
  most: number;
  /** Called before the first byte and regularly after that; throws if the disk is too full. */
  refuseFull: () => Promise<void>;
}>;

/** Number of bytes after which free space is checked again. */
const LOOK_AGAIN = 4 * 1024 * 1024;

/**
 * Writes a body to disk as it arrives. Throws BlobRefusal PAYLOAD_TOO_LARGE at the first byte beyond the limit,
 * STORAGE_FULL, or the error of an interrupted body; then the file is removed.
 */
export async function receive(path: string, body: AsyncIterable<Uint8Array>, limits: Limits): Promise<Received> {
  const { header, generation } = newHeader();
  const handle = await storing(() => open(path, 'wx', 0o600));
  try {
    await storing(() => writeAll(handle, header));
    let received = 0;
    let lookAgainAt = LOOK_AGAIN;
    for await (const piece of body) {
      received += piece.byteLength;
      if (received > limits.most) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
      if (received >= lookAgainAt) {
        lookAgainAt = received + LOOK_AGAIN;
        await limits.refuseFull();
      }
      await storing(() => writeAll(handle, piece));
    }
    await storing(() => handle.sync());
  } catch (error) {
    await removeIfThere(path).catch(() => false);
    throw error;
  } finally {
    await handle.close();
  }
  return { path, generation };
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let from = 0; from < piece.byteLength; ) {
    const { bytesWritten } = await handle.write(piece, from, piece.byteLength - from);
    from += bytesWritten;
  }
}
