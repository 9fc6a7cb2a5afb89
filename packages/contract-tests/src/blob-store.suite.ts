import { type NotShown, type Promised, registerSuite } from './base/promise.ts';
import { addresses } from './blobs/addresses.ts';
import type { BlobStoreHarness } from './blobs/harness.ts';
import { joins } from './blobs/joins.ts';
import { lists } from './blobs/lists.ts';
import { seals } from './blobs/seals.ts';
import { uploading } from './blobs/uploads.ts';

export { type EmbeddedBlobOptions, embeddedBlobs } from './blobs/bridge.ts';
export { type BlobAnswer, type BlobRequest, type BlobStoreHarness, fetchBlob } from './blobs/harness.ts';

/** Every promise of the blob store as a test, in the order of their ids. */
export const blobStorePromises: readonly Promised<BlobStoreHarness>[] = [
  ...addresses,
  ...uploading,
  ...seals,
  ...joins,
  ...lists,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. */
export const blobStoreSuite = (name: string, harness: () => Promise<BlobStoreHarness>, notShown: NotShown = {}): void =>
  registerSuite(name, blobStorePromises, harness, notShown);
