import { type PromiseTest, registerSuite, type UnshownPromises } from './base/promise.ts';
import { blobAddressPromises } from './blobs/addresses.ts';
import type { BlobStoreHarness } from './blobs/harness.ts';
import { blobJoinPromises } from './blobs/joins.ts';
import { blobListPromises } from './blobs/lists.ts';
import { blobSealPromises } from './blobs/seals.ts';
import { blobUploadPromises } from './blobs/uploads.ts';

export { type EmbeddedBlobOptions, embeddedBlobs } from './blobs/bridge.ts';
export { type BlobAnswer, type BlobRequest, type BlobStoreHarness, fetchBlob } from './blobs/harness.ts';

/** Every promise of the blob store as a test, in the order of their ids. */
export const blobStorePromises: readonly PromiseTest<BlobStoreHarness>[] = [
  ...blobAddressPromises,
  ...blobUploadPromises,
  ...blobSealPromises,
  ...blobJoinPromises,
  ...blobListPromises,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. */
export const blobStoreSuite = (
  name: string,
  harness: () => Promise<BlobStoreHarness>,
  notShown: UnshownPromises = {},
): void => registerSuite(name, blobStorePromises, harness, notShown);
