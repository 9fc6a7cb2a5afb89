import { countFile, type DeletedFile, deleteFile } from '@strongroom/domain';
import type { OperationInFile, Place } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

/** Erases the wrapped key of a file in the same commit, and schedules a job that deletes its object. */
export const fileDeletion = (
  { clock }: Pick<OperationDeps, 'clock'>,
  { roomId, fileId }: Place,
): OperationInFile<'file.delete', DeletedFile> => ({
  action: 'file.delete',
  serializeOn: roomId,
  apply: (uow, { room, file }, target) => {
    const deleted = deleteFile(file, clock.now());
    uow.put(files, deleted);
    // The room is replaced even for a pending file, which it does not count: no file is deleted beside an archival.
    uow.put(rooms, file.status === 'available' ? countFile(room, file.effectiveLabel, -1) : room);
    uow.record({ type: 'file.deleted', target });
    uow.schedule({ kind: 'delete-file', data: { roomId, fileId } });
    return deleted;
  },
});
