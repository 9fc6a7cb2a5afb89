import { decide, type FileId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { FileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import { placeOf } from './place-of-file.ts';

/** One file's metadata. Throws FILE_NOT_FOUND. */
export const getFile =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileSeen> => {
    const roomId = placeOf(ctx, fileId);
    return deps.journal.run({
      author: authorOf(ctx),
      refs: fileRefs(ctx, roomId, fileId),
      decide: (at) => {
        const found = fileInSight(deps, at, ctx, roomId, fileId);
        permit(decide('file.get', found), fileTarget(fileId, found.file));
        return found.file;
      },
    });
  };
