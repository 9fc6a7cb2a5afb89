import type { Instant } from '@strongroom/domain';
import { refTo, stateOf } from '../kernel/collection.ts';
import { SYSTEM } from '../kernel/entry.ts';
import { files } from '../repositories/files.ts';
import { linksOfFile } from '../repositories/share-links.ts';
import { lastAddressAfter, lastUploadAfter } from '../use-cases/files/upload-life.ts';
import type { Handler } from './handler.ts';
import { removeLinks } from './remove-listed.ts';
import { removeObjectsOf } from './remove-objects.ts';

/**
 * Removes the objects and links of a deleted file at once, its objects again when every upload address has expired, and
 * once more when no upload can be under way any more; then nothing of it is left but its events.
 */
export const deleteFile: Handler<'delete-file'> = async (deps, { roomId, fileId }): Promise<Instant | undefined> => {
  await removeObjectsOf(deps.blobs, { id: fileId, roomId });
  await removeLinks(deps, linksOfFile(fileId));
  const [document] = await deps.documents.read([refTo(files, fileId)]);
  const file = document && stateOf(files, document);
  if (file?.status !== 'deleted') return undefined;
  const sweeps = [lastAddressAfter(deps, file.deletedAt), lastUploadAfter(deps, file.deletedAt)];
  const now = deps.clock.now();
  const next = sweeps.find((at) => now < at);
  if (next !== undefined) return next;
  await deps.journal.run({
    author: SYSTEM,
    refs: [refTo(files, fileId)],
    decide: (at) => {
      if (at.find(files, fileId)?.status === 'deleted') at.remove(files, fileId);
    },
  });
  return undefined;
};
