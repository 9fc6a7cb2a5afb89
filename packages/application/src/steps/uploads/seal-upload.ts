import { assertUploadedSize, DomainError, type Iv, type PendingFile } from '@strongroom/domain';
import { type BlobKey, type BlobStore, GenerationGone } from '@strongroom/ports';
import { sealedKey, sealedPrefixes, uploadKey } from './blob-keys.ts';
import { joinParts } from './upload-parts.ts';

/** A file of a member, or one that a sender puts into the inbox. */
type Uploaded = Pick<PendingFile, 'id' | 'roomId' | 'size'>;

/**
 * Copies the checked object to a name that no upload address was signed for, and returns that name. The name is the
 * same for everyone who seals the same generation, so concurrent confirmations do not hinder one another, and an
 * interrupted one is found again. Parts of the ciphertext with that iv are joined before. Throws UPLOAD_NOT_FOUND,
 * UPLOAD_SIZE_MISMATCH.
 */
export async function sealUpload(blobs: BlobStore, file: Uploaded, iv: Iv): Promise<BlobKey> {
  const isJoined = await joinParts(blobs, file, iv, uploadKey(file.roomId, file.id));
  try {
    return await sealFound(blobs, file);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'UPLOAD_NOT_FOUND' || !isJoined) throw error;
    // Another confirmation joined the same parts later, so that its object is there instead.
    return sealFound(blobs, file);
  }
}

async function sealFound(blobs: BlobStore, file: Uploaded): Promise<BlobKey> {
  const key = uploadKey(file.roomId, file.id);
  const found = await blobs.stat(key);
  if (found === undefined) return sealedBefore(blobs, file);
  assertUploadedSize(file, found.size);
  const sealed = sealedKey(file.roomId, file.id, found.generation);
  try {
    await blobs.seal(key, found.generation, sealed);
  } catch (error) {
    if (error instanceof GenerationGone) return sealedBefore(blobs, file);
    throw error;
  }
  return sealed;
}

async function sealedBefore(blobs: BlobStore, file: Uploaded): Promise<BlobKey> {
  const pages = await Promise.all(sealedPrefixes(file.roomId, file.id).map((prefix) => blobs.list(prefix)));
  const keys = pages.flatMap((page) => page.keys);
  const [only] = keys;
  // Two sealed objects exist if two uploads were sealed and neither was committed. Their iv and tag cannot be assigned,
  // so neither is used: another PUT decides.
  if (only === undefined || keys.length > 1 || (await blobs.stat(only))?.size !== file.size)
    throw new DomainError('UPLOAD_NOT_FOUND');
  return only;
}
