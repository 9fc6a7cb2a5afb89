import type { DeletedFile, FileId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileDeletion } from '../../steps/files/file-deletion.ts';

/** Deletes a file. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const deleteFile =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<DeletedFile> => {
    const place = { roomId: placeOf(ctx, fileId), fileId };
    return inFile(deps, ctx, place, fileDeletion(deps, place));
  };
