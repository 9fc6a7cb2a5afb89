import { FileId, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { permitInRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { deleteFileAt, type FileGone } from '../../steps/files/file-deletion.ts';

type DeleteFileOfRoomInput = Readonly<{ roomId: RoomId; fileId: string }>;

/**
 * Deletes a file of the given room, as one item of a bulk request. A file of another room is not found. Throws
 * FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const deleteFileOfRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  (ctx: SignedIn, { roomId, fileId }: DeleteFileOfRoomInput): Promise<FileGone> => {
    const place = { roomId, fileId: idOrRandom(FileId, fileId, deps.ids) };
    return deleteFileAt(deps, ctx, place, {
      replay: replayVerbatim<FileGone>(),
      // A repeated request finds no file, so the decision is whether the caller may delete files of this room.
      decideReplay: (uow) => permitInRoom(deps, ctx, roomId, { action: 'file.delete_many' }, uow),
    });
  };
