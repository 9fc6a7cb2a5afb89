import type { FileSize, Iv, PendingFile } from '@strongroom/domain';
import { type BlobKey, type BlobStore, blobKey, MIN_PART_BYTES } from '@strongroom/ports';
import { partsOfIv, partsPrefix } from './blob-keys.ts';

/** A part of a ciphertext: an object of its own until all are joined. */
export type UploadPart = Readonly<{
  /** From 1. */
  number: number;
  key: BlobKey;
  /** Bytes. */
  size: number;
}>;

type Parted = Pick<PendingFile, 'id' | 'roomId' | 'size'>;

/** Bytes of each part but the last of a file that may be uploaded in parts; null for one that is sent whole. */
export const partSizeOf = (blobs: Pick<BlobStore, 'join'>, size: FileSize): number | null =>
  blobs.join !== undefined && size > MIN_PART_BYTES ? MIN_PART_BYTES : null;

/** The parts of the ciphertext with that iv, in their order. */
export const partsOf = ({ id, roomId, size }: Parted, iv: Iv): readonly UploadPart[] =>
  Array.from({ length: Math.ceil(size / MIN_PART_BYTES) }, (_, index) => ({
    number: index + 1,
    key: blobKey(`${partsOfIv(roomId, id, iv)}${String(index + 1).padStart(2, '0')}`),
    size: Math.min(MIN_PART_BYTES, size - index * MIN_PART_BYTES),
  }));

/** Numbers of the parts that are stored whole. */
export async function receivedParts(blobs: BlobStore, file: Parted, iv: Iv): Promise<ReadonlySet<number>> {
  const stored = new Set(await keysUnder(blobs, partsOfIv(file.roomId, file.id, iv)));
  const received = await Promise.all(
    partsOf(file, iv).map(async ({ number, key, size }) => {
      const isWhole = stored.has(key) && (await blobs.stat(key))?.size === size;
      return isWhole ? [number] : [];
    }),
  );
  return new Set(received.flat());
}

/** Makes one object of the parts, at the name of the upload, and returns whether all were stored. */
export async function joinParts(blobs: BlobStore, file: Parted, iv: Iv, upload: BlobKey): Promise<boolean> {
  if (blobs.join === undefined || file.size <= MIN_PART_BYTES) return false;
  const parts = partsOf(file, iv);
  if ((await receivedParts(blobs, file, iv)).size < parts.length) return false;
  // If another call has joined them meanwhile, its object is at the name of the upload, or sealed.
  return blobs.join(
    parts.map(({ key }) => key),
    upload,
  );
}

/** Removes the parts of every other ciphertext of the file. */
export async function removeOtherParts(blobs: BlobStore, { id, roomId }: Parted, iv: Iv): Promise<void> {
  const kept = partsOfIv(roomId, id, iv);
  for (const key of await keysUnder(blobs, partsPrefix(roomId, id))) if (!key.startsWith(kept)) await blobs.delete(key);
}

async function keysUnder(blobs: BlobStore, prefix: string): Promise<readonly BlobKey[]> {
  const found: BlobKey[] = [];
  for (let after: BlobKey | undefined; ; ) {
    const { keys, next } = await blobs.list(prefix, after);
    found.push(...keys);
    if (next === undefined) return found;
    after = next;
  }
}
