import type { FileId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { deleteFileAt, type FileGone } from '../../steps/files/file-deletion.ts';

/** Deletes a file and its links, into the bin of its room if it has one. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const deleteFile =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileGone> =>
    deleteFileAt(deps, ctx, { roomId: roomIdOfFile(ctx, fileId), fileId });
