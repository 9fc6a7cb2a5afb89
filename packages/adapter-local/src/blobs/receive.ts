import { closeSync, openSync, write } from 'node:fs';
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
}>;

/** Number of bytes after which free space is checked again. */
const LOOK_AGAIN = 4 * 1024 * 1024;

/** Number of bytes that are collected before they are written in the thread pool. A smaller body is written at once. */
const COLLECTED = 64 * 1024;

/**
 * Writes a body to disk as it arrives. Throws BlobRefusal PAYLOAD_TOO_LARGE at the first byte beyond the limit,
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
      if (collected < COLLECTED) continue;
      await refusingWhenFull(() => writeAll(descriptor, pieces));
      pieces = [];
      collected = 0;
    }
    await refusingWhenFull(async () => writeNow(descriptor, Buffer.concat(pieces)));
    await refusingWhenFull(() => flush(descriptor));
  } catch (error) {
    await removeIfThere(path).catch(() => false);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return { path, generation };
}

const writeSome = promisify(write);

async function writeAll(descriptor: number, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces)
    for (let from = 0; from < piece.byteLength; ) {
      const { bytesWritten } = await writeSome(descriptor, piece, from, piece.byteLength - from);
      from += bytesWritten;
    }
}
