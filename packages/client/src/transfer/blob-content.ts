import { StrongroomError } from '../base/error.ts';
import { withHiddenKey } from '../content/data-key.ts';
import { sendFromMemory } from '../content/in-memory.ts';
import type { ClientNetwork } from '../content/settings.ts';
import type { UploadContent } from './upload-groups.ts';

/** A file of a browser, which is read into memory when its turn comes. */
export type BlobFile = Readonly<{ file: Blob }>;

/** Encrypts files in memory. */
export const blobContent = (network: ClientNetwork): UploadContent<BlobFile, CryptoKey> => ({
  withKey: withHiddenKey,
  send:
    ({ file }, size, options) =>
    async (to, key) => {
      if (file.size !== size) throw new StrongroomError('SOURCE_CHANGED');
      // A browser refuses to read a file that was changed or removed since it was chosen.
      const content = await file.arrayBuffer().catch((cause: unknown) => {
        throw new StrongroomError('SOURCE_UNREADABLE', { cause });
      });
      return sendFromMemory(new Uint8Array(content), network, options).send(to, key);
    },
});
