import { withFileErrors } from '../disk/file-errors.ts';
import { openObject, readObject } from './object-file.ts';
import { type BodyLimits, COLLECTED_BYTES, type ReceivedBody, receiveBody } from './receive.ts';

/**
 * Copies the content of objects, in their order, to one new file at `path`. Undefined, and no file, if one of them is missing.
 * Throws BlobRefusal STORAGE_FULL, Unavailable.
 */
export async function joinObjects(
  path: string,
  parts: readonly string[],
  limits: BodyLimits,
): Promise<ReceivedBody | undefined> {
  try {
    return await receiveBody(path, contentOf(parts), limits);
  } catch (error) {
    if (error instanceof PartMissing) return undefined;
    throw error;
  }
}

/** A part was never uploaded, or another call has joined it. */
class PartMissing extends Error {}

async function* contentOf(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const object = await withFileErrors('blobs', () => openObject(part, false));
    if (object === undefined) throw new PartMissing();
    // A chunk is valid until the next one, and `receive` collects small ones.
    for await (const piece of readObject(object, 0, object.size - 1))
      yield piece.byteLength < COLLECTED_BYTES ? Uint8Array.from(piece) : piece;
  }
}
