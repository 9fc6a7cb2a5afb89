import { join } from 'node:path';
import { FileBlobStore } from '@strongroom/adapter-local';
import type { OpenBlobStore } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { DATA_FILES } from './kept.ts';

export const openBlobStore: OpenBlobStore<Settings> = ({ settings, baseUrl, signingKey, earlierSigningKeys, clock }) =>
  FileBlobStore.open({
    baseUrl,
    signingKey,
    earlierSigningKeys,
    clock,
    folder: join(settings.dataDir, DATA_FILES.blobs),
    reserve: settings.diskReserve,
  });
