import type { FileId, Instant } from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import { removeLinks } from '../steps/rooms/remove-listed.ts';
import { happenedAt, lastAddressAfter, lastUploadAfter } from '../steps/uploads/upload-life.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { files } from '../store/files.ts';
import { everyLinkOf } from '../store/share-links.ts';
import type { Handler } from './handler.ts';
import { removeObjectsOf } from './remove-objects.ts';

/**
 * Removes the objects and links of a deleted file at once, its objects again when every upload address has expired, and
 * once more when no upload can still be running. After that only its events are left.
 */
export const deleteFile: Handler<'delete-file'> = async (
  deps,
  { roomId, fileId, uploads = [] },
): Promise<Instant | undefined> => {
  for (const id of [fileId, ...uploads]) await removeObjectsOf(deps.blobs, { id, roomId });
  await removeLinks(deps, everyLinkOf(fileId));
  const [document] = await deps.documents.read([refTo(files, fileId)]);
  const file = document && stateOf(files, document);
  if (file?.status !== 'deleted') return undefined;
  const now = deps.clock.now();
  const deletedAt = happenedAt(file.deletedAt, now);
  if (deletedAt !== file.deletedAt) await redate(deps, fileId, deletedAt);
  const sweeps = [lastAddressAfter(deps, deletedAt), lastUploadAfter(deps, deletedAt)];
  const next = sweeps.find((uow) => now < uow);
  if (next !== undefined) return next;
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(files, fileId)],
    apply: (uow) => {
      if (uow.find(files, fileId)?.status === 'deleted') uow.remove(files, fileId);
    },
  });
  return undefined;
};

/** A clock that ran ahead wrote when the file was deleted; the sweeps would wait for that time. */
const redate = (deps: Pick<Deps, 'runner'>, fileId: FileId, deletedAt: Instant): Promise<void> =>
  deps.runner.run({
    author: SYSTEM,
    refs: [refTo(files, fileId)],
    apply: (uow) => {
      const file = uow.find(files, fileId);
      if (file?.status === 'deleted') uow.put(files, { ...file, deletedAt });
    },
  });
