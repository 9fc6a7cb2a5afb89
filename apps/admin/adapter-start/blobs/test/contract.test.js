import { blobStoreSuite, embeddedBlobs } from '@strongroom/contract-tests';
import { openBlobStore } from '../src/index.js';

/** An opener gets these. Each variable STRONGROOM_BLOBS_MODULE_NAME is one of `settings`. */
const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};

// The harness serves the addresses that the store signs. For a store with a `downloadOrigin`, write one with the members of
// BlobStoreHarness instead.
// The last argument of `embeddedBlobs` makes one on the same objects that has no room left [BS-23].
// Remove these lines if you give your store a `join`: large uploads then continue where they were interrupted.
const NOT_SHOWN = {
  'BS-24': 'the store joins no parts',
  'BS-25': 'the store joins no parts',
  'BS-26': 'the store joins no parts',
};

blobStoreSuite(
  'objects in your system',
  () => {
    const open = (/** @type {object} */ given) => openBlobStore({ ...opening, ...given });
    return embeddedBlobs(open, async () => undefined, open);
  },
  NOT_SHOWN,
);
