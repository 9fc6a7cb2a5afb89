import { countFile, type DeletedFile, decide, deleteFile as erase, FileId, type RoomId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Operation } from '../../kernel/journal.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { named } from '../../kernel/named.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { fileInSight, fileRefs, fileTarget, roomInSight, roomTarget } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { files } from '../../repositories/files.ts';
import { rooms } from '../../repositories/rooms.ts';
import { placeOf } from './place-of-file.ts';

type Needs = Pick<Deps, 'journal' | 'secrets' | 'clock' | 'ids' | 'classification'>;

/**
 * Deletes a file: its wrapped key is erased with this write, its object by a job. Throws FILE_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const deleteFile =
  (deps: Needs) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<DeletedFile> =>
    deps.journal.run(deletion(deps, ctx, placeOf(ctx, fileId), fileId));

/** Deletes a file of a room that is known already; a file of another room is not found. Throws as `deleteFile`. */
export const deleteFileIn =
  (deps: Needs) =>
  (ctx: SignedIn, { roomId, fileId }: Readonly<{ roomId: RoomId; fileId: string }>): Promise<DeletedFile> => {
    const operation = deletion(deps, ctx, roomId, named(FileId, fileId, deps.ids));
    // The file is gone when the request is repeated: what is left to ask is who may delete in this room.
    const mayStill = (at: Writing) => {
      const found = roomInSight(deps, at, ctx, roomId);
      permit(decide('file.delete', found), roomTarget(roomId, found.room));
    };
    return deps.journal.run(once(deps, ownerOf(ctx), asItIs<DeletedFile>(), operation, mayStill));
  };

const deletion = (deps: Needs, ctx: SignedIn, roomId: RoomId, fileId: FileId): Operation<DeletedFile> => ({
  author: authorOf(ctx),
  refs: fileRefs(ctx, roomId, fileId),
  hot: roomId,
  decide: (at) => {
    const found = fileInSight(deps, at, ctx, roomId, fileId);
    const target = fileTarget(fileId, found.file);
    permit(decide('file.delete', found), target);
    const deleted = erase(found.file, deps.clock.now());
    at.put(files, deleted);
    // The room is replaced even for a pending file, which it does not count: nothing is deleted beside an archive.
    at.put(
      rooms,
      found.file.status === 'available' ? countFile(found.room, found.file.effectiveLabel, -1) : found.room,
    );
    at.record({ type: 'file.deleted', target });
    at.schedule({ kind: 'delete-file', data: { roomId, fileId } });
    return deleted;
  },
});
