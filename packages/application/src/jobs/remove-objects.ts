import type { FileId, RoomId } from '@strongroom/domain';
import type { BlobKey, BlobStore } from '@strongroom/ports';
import { partsPrefix, sealedPrefixes, uploadKey } from '../steps/uploads/blob-keys.ts';

/** Deletes every object under a prefix but `keep`. */
export async function removeUnder(blobs: BlobStore, prefix: string, keep?: ReadonlySet<string>): Promise<void> {
  let after: BlobKey | undefined;
  do {
    const { keys, next } = await blobs.list(prefix, after);
    for (const key of keys) if (keep?.has(key) !== true) await blobs.delete(key);
    after = next;
  } while (after !== undefined);
}

/** Deletes every object of a file but `keep`: uploaded, sealed, a part of an upload, or left by an interrupted confirmation. */
export async function removeObjectsOf(
  blobs: BlobStore,
  { id, roomId }: Readonly<{ id: FileId; roomId: RoomId }>,
  keep?: ReadonlySet<string>,
): Promise<void> {
  await blobs.delete(uploadKey(roomId, id));
  await removeUnder(blobs, partsPrefix(roomId, id));
  for (const prefix of sealedPrefixes(roomId, id)) await removeUnder(blobs, prefix, keep);
}
