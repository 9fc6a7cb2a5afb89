import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreSuite, embeddedBlobs } from '@strongroom/contract-tests';
import { FileBlobStore, MemoryBlobStore } from '../src/index.ts';

blobStoreSuite('blobs in memory', () => embeddedBlobs((options) => new MemoryBlobStore(options)), {
  'BS-23': 'memory has no limit of its own',
});

blobStoreSuite('blobs as files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-blobs-'));
  return embeddedBlobs(
    (options) => FileBlobStore.open({ ...options, folder }),
    () => rm(folder, { recursive: true }),
    (options) => FileBlobStore.open({ ...options, folder, reserve: Number.MAX_SAFE_INTEGER }),
  );
});
