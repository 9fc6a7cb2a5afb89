import type { FileId } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileSeen } from '../../kernel/views.ts';

/** One file's metadata. Throws FILE_NOT_FOUND. */
export const getFile =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileSeen> =>
    inFile(
      deps,
      ctx,
      { roomId: placeOf(ctx, fileId), fileId },
      {
        action: 'file.get',
        apply: (_, found) => fileSeen(found, found.file),
      },
    );
