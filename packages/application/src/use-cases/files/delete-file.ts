import { countFile, type DeletedFile, decide, deleteFile as erase, type FileId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import { files } from '../../repositories/files.ts';
import { rooms } from '../../repositories/rooms.ts';
import { placeOfFile } from './place-of-file.ts';

/** Deletes a file: its wrapped key is erased with this write, its object by a job. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const deleteFile =
  (deps: Pick<Deps, 'journal' | 'clock' | 'ids' | 'classification'>) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<DeletedFile> => {
    const roomId = placeOfFile(ctx, deps.ids);
    return deps.journal.run({
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
  };
