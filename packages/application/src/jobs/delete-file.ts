import { type Instant, plus, SECOND } from '@strongroom/domain';
import { refTo, stateOf } from '../kernel/collection.ts';
import { SYSTEM } from '../kernel/entry.ts';
import { files } from '../repositories/files.ts';
import { linksOfFile } from '../repositories/share-links.ts';
import type { Handler } from './handler.ts';
import { removeLinks } from './remove-listed.ts';
import { removeObjectsOf } from './remove-objects.ts';

const MARGIN = 60 * SECOND;

/**
 * Removes the objects and links of a deleted file at once, and its objects again when no upload address can still be
 * open; then nothing of it is left but its events.
 */
export const deleteFile: Handler<'delete-file'> = async (deps, { roomId, fileId }): Promise<Instant | undefined> => {
  await removeObjectsOf(deps.blobs, { id: fileId, roomId });
  await removeLinks(deps, linksOfFile(fileId));
  const [document] = await deps.documents.read([refTo(files, fileId)]);
  const file = document && stateOf(files, document);
  if (file?.status !== 'deleted') return undefined;
  const lastUpload = plus(file.deletedAt, deps.uploadUrlTtl * SECOND + MARGIN);
  if (deps.clock.now() < lastUpload) return lastUpload;
  await deps.journal.run({
    author: SYSTEM,
    refs: [refTo(files, fileId)],
    decide: (at) => {
      if (at.find(files, fileId)?.status === 'deleted') at.remove(files, fileId);
    },
  });
  return undefined;
};
