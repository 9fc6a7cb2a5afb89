import { countFile, type DeletedFile, decide, deleteFile as erase, FileId, type RoomId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { verbatim } from '../../kernel/replay.ts';
import { fileInSight, fileRefs, fileTarget, roomInSight, roomTarget } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type Needs = Pick<Deps, 'runner' | 'secrets' | 'clock' | 'ids' | 'classification'>;

/**
 * Deletes a file: its wrapped key is erased with this write, its object by a job. Throws FILE_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const deleteFile =
  (deps: Needs) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<DeletedFile> =>
    deps.runner.run(deletion(deps, ctx, placeOf(ctx, fileId), fileId));

/** Deletes a file of a room that is known already; a file of another room is not found. Throws as `deleteFile`. */
export const deleteFileIn =
  (deps: Needs) =>
  (ctx: SignedIn, { roomId, fileId }: Readonly<{ roomId: RoomId; fileId: string }>): Promise<DeletedFile> => {
    const operation = deletion(deps, ctx, roomId, idOrRandom(FileId, fileId, deps.ids));
    // The file is gone when the request is repeated: what is left to ask is who may delete in this room.
    const mayStill = (uow: UnitOfWork) => {
      const found = roomInSight(deps, uow, ctx, roomId);
      permit(decide('file.delete', found), roomTarget(roomId, found.room));
    };
    return deps.runner.run(idempotent(deps, ownerOf(ctx), verbatim<DeletedFile>(), operation, mayStill));
  };

const deletion = (deps: Needs, ctx: SignedIn, roomId: RoomId, fileId: FileId): Operation<DeletedFile> => ({
  author: authorOf(ctx),
  refs: fileRefs(ctx, roomId, fileId),
  serializeOn: roomId,
  apply: (uow) => {
    const found = fileInSight(deps, uow, ctx, roomId, fileId);
    const target = fileTarget(fileId, found.file);
    permit(decide('file.delete', found), target);
    const deleted = erase(found.file, deps.clock.now());
    uow.put(files, deleted);
    // The room is replaced even for a pending file, which it does not count: nothing is deleted beside an archive.
    uow.put(
      rooms,
      found.file.status === 'available' ? countFile(found.room, found.file.effectiveLabel, -1) : found.room,
    );
    uow.record({ type: 'file.deleted', target });
    uow.schedule({ kind: 'delete-file', data: { roomId, fileId } });
    return deleted;
  },
});
