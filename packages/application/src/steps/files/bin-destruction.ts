import { type BinnedFile, deleteFile, formatInstant, type Instant } from '@strongroom/domain';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { scheduleDeletion } from './file-deletion.ts';

/** Erases the wrapped key of a file in the bin, and schedules a job that deletes its object. */
export function destroyBinned(uow: UnitOfWork, file: BinnedFile, now: Instant): void {
  uow.put(files, deleteFile(file, now));
  // Archival and deletion replace the room. A file of a deleted room is in its receipt.
  uow.expect(rooms, file.roomId);
  const data = { deleted_at: formatInstant(file.deletedAt) };
  uow.record({ type: 'file.destroyed', target: fileTarget(file.id, file), data });
  scheduleDeletion(uow, file);
}
