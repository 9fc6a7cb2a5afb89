import { decide, type FileId } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';

/** One file's metadata. Throws FILE_NOT_FOUND. */
export const getFile =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileSeen> => {
    const roomId = placeOf(ctx, fileId);
    return deps.runner.run({
      author: authorOf(ctx),
      refs: fileRefs(ctx, roomId, fileId),
      apply: (uow) => {
        const found = fileInSight(deps, uow, ctx, roomId, fileId);
        permit(decide('file.get', found), fileTarget(fileId, found.file));
        return found.file;
      },
    });
  };
