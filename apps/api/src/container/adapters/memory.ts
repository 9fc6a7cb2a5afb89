import { MemoryBlobStore, MemoryDocumentStore, MemoryRateLimiter } from '@strongroom/adapter-local';
import type { OpenBlobStore, OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

export const openDocumentStore: OpenDocumentStore<Settings> = async () => new MemoryDocumentStore();

export const openRateLimiter: OpenRateLimiter<Settings> = async () => new MemoryRateLimiter();

export const openBlobStore: OpenBlobStore<Settings> = async ({ baseUrl, signingKey, earlierSigningKeys, clock }) =>
  new MemoryBlobStore({ baseUrl, signingKey, earlierSigningKeys, clock });
