import {
  type AvailableFile,
  type BinnedFile,
  binEnd,
  countFile,
  type DeletedFile,
  discardFile,
  formatInstant,
  type Instant,
  type LiveRoom,
  markOfFile,
  objectsOf,
  type PendingFile,
  type Target,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile, type OperationInFile, type PlaceOfFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { bins } from '../../store/bins.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { everyLinkOf, shareLinks } from '../../store/share-links.ts';
import { linksInCommit } from '../links/links-of-file.ts';
import { removeLinks } from '../rooms/remove-listed.ts';

type FileDeletionDeps = OperationDeps & Pick<Deps, 'documents'>;

/** `restorableUntil`: the end of its term in the bin; absent where the file is destroyed. */
export type FileGone = DeletedFile & Readonly<{ restorableUntil?: Instant }>;

/**
 * Erases the wrapped key of a file and removes its links in the same commit, and schedules a job that deletes its object. A
 * confirmed file goes to the bin if its room has one. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export async function deleteFileAt(
  deps: FileDeletionDeps,
  ctx: SignedIn,
  { roomId, fileId }: PlaceOfFile,
  repeated: Pick<OperationInFile<'file.delete', FileGone>, 'replay' | 'decideReplay'> = {},
): Promise<FileGone> {
  const links = linksInCommit(deps, fileId);
  const deleted = await inFile(
    deps,
    ctx,
    { roomId, fileId },
    {
      ...repeated,
      action: 'file.delete',
      serializeOn: roomId,
      refs: [refTo(bins, roomId)],
      loadAllowed: links.load,
      apply: (uow, { room, file, user }, target): FileGone => {
        const next = discardFile(room, file, { at: deps.clock.now(), userId: user.id });
        uow.put(files, next);
        for (const { id } of links.of(uow)) uow.remove(shareLinks, id);
        // The room is replaced even for a pending file, which it does not count: no file is deleted beside an archival.
        uow.put(rooms, file.status === 'available' ? countFile(room, markOfFile(file), -1) : room);
        if (next.status === 'binned') {
          if (links.areInSteps()) uow.schedule({ kind: 'remove-links', data: { fileId } });
          return putIntoBin(uow, room, next, target);
        }
        uow.record({ type: 'file.deleted', target });
        scheduleDeletion(uow, file);
        return next;
      },
    },
  );
  // Lists and totals are correct when the answer is sent. If the process dies before, the job does the rest.
  if (links.areInSteps()) await removeLinks(deps, everyLinkOf(fileId));
  return deleted;
}

/** Schedules a job that deletes the objects of every version. */
export function scheduleDeletion(uow: UnitOfWork, file: PendingFile | AvailableFile | BinnedFile): void {
  const ids = file.status === 'pending' ? [] : objectsOf(file).map(({ uploadId }) => uploadId);
  const uploads = ids.filter((id) => id !== file.id);
  const data = { roomId: file.roomId, fileId: file.id, ...(uploads.length > 0 && { uploads }) };
  uow.schedule({ kind: 'delete-file', data });
}

function putIntoBin(uow: UnitOfWork, room: LiveRoom, file: BinnedFile, target: Target): FileGone {
  const { id, roomId, deletedAt } = file;
  const restorableUntil = binEnd(room, file);
  const due = uow.find(bins, roomId);
  if (due === undefined || restorableUntil < due.dueAt) uow.put(bins, { roomId, dueAt: restorableUntil });
  const data = { restorable: true, restorable_until: formatInstant(restorableUntil) };
  uow.record({ type: 'file.deleted', target, data });
  return { id, roomId, status: 'deleted', deletedAt, restorableUntil };
}
