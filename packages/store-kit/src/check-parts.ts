import { type BlobKey, blobKey, MAX_PARTS } from '@strongroom/ports';

/** Throws TypeError for parts that no store has to join [BS-24]. */
export function checkParts(parts: readonly BlobKey[], upload: BlobKey): void {
  const names = new Set([blobKey(upload), ...parts.map(blobKey)]);
  if (parts.length < 2 || parts.length > MAX_PARTS || names.size !== parts.length + 1)
    throw new TypeError(`an object is joined of 2 to ${MAX_PARTS} parts with different names`);
}
