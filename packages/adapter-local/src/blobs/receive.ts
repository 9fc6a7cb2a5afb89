import { closeSync, openSync, writev } from 'node:fs';
import { promisify } from 'node:util';
import { BlobRefusal } from '@strongroom/ports';
import { removeIfThere, writeNow } from '../disk/durable.ts';
import { flush } from '../disk/flush.ts';
import { newHeader } from './object-file.ts';
import { refusingWhenFull } from './storage-errors.ts';

/** A complete body on disk, not yet under its name. */
export type ReceivedBody = Readonly<{ path: string; generation: string }>;

export type BodyLimits = Readonly<{
  /** Bytes. */
  most: number;
  /** Called before the first byte and regularly after that; throws if the disk is too full. */
  refuseFull: () => Promise<void>;
  /** Whether nothing else uses the pieces of the body, so that their memory is freed once they are written. */
  ownsPieces?: boolean | undefined;
}>;

/** Number of bytes after which free space is checked again. */
const LOOK_AGAIN = 4 * 1024 * 1024;

/** Number of bytes that are collected before they are written in the thread pool. */
export const COLLECTED_BYTES = 256 * 1024;
/** Pieces that are written together: of a body that comes byte by byte, each takes far more memory than its bytes. */
const MAX_PIECES = 256;
/** A smaller rest of a body, and so a small body, is written at once. */
const SMALL = 64 * 1024;

/**
 * Writes a body to disk as it arrives. A piece of `COLLECTED_BYTES` is written before the next one is asked for, smaller ones
 * together. Throws BlobRefusal PAYLOAD_TOO_LARGE at the first byte beyond the limit,
 * STORAGE_FULL, or the error of an interrupted body; then the file is removed.
 */
export async function receiveBody(
  path: string,
  body: AsyncIterable<Uint8Array>,
  limits: BodyLimits,
): Promise<ReceivedBody> {
  const { header, generation } = newHeader();
  const descriptor = await refusingWhenFull(async () => openSync(path, 'wx', 0o600));
  try {
    let received = 0;
    let lookAgainAt = LOOK_AGAIN;
    let pieces = [header];
    let collected = 0;
    for await (const piece of body) {
      received += piece.byteLength;
      if (received > limits.most) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
      if (received >= lookAgainAt) {
        lookAgainAt = received + LOOK_AGAIN;
        await limits.refuseFull();
      }
      pieces.push(piece);
      collected += piece.byteLength;
      if (collected < COLLECTED_BYTES && pieces.length < MAX_PIECES) continue;
      await refusingWhenFull(() => writeAll(descriptor, pieces));
      if (limits.ownsPieces === true) for (const written of pieces) releaseMemory(written);
      pieces = [];
      collected = 0;
    }
    await refusingWhenFull(async () => {
      if (collected < SMALL) writeNow(descriptor, Buffer.concat(pieces));
      else await writeAll(descriptor, pieces);
    });
    await refusingWhenFull(() => flush(descriptor));
  } catch (error) {
    await removeIfThere(path).catch(() => false);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return { path, generation };
}

/**
 * Frees the memory of a piece now. Its bytes are outside of the heap, so that the garbage collector would come after every few
 * megabytes of an upload, and look at the whole heap. Does nothing for a slice of a larger buffer.
 */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

const writeSome = promisify(writev);

async function writeAll(descriptor: number, pieces: readonly Uint8Array[]): Promise<void> {
  for (let left = pieces; left.length > 0; ) {
    const { bytesWritten } = await writeSome(descriptor, left);
    left = after(left, bytesWritten);
  }
}

/** The pieces without their first bytes. */
function after(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let skipped = 0;
  const rest = pieces.map((piece) => {
    const from = Math.min(piece.byteLength, count - skipped);
    skipped += from;
    return piece.subarray(from);
  });
  return rest.filter(({ byteLength }) => byteLength > 0);
}
