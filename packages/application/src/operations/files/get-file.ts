import { type FileId, labelsToGive } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import { factsOfFile, fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';

/** One file's metadata. Throws FILE_NOT_FOUND. */
export const getFile =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileSeen> => {
    const place = { roomId: placeOf(ctx, fileId), fileId };
    const found = await inFile(deps, ctx, place, { action: 'file.get', apply: (_, seen) => seen });
    return {
      ...(await oneFileSeen(deps, found, found.file)),
      may: fileMay(deps, found),
      labelsToGive: labelsToGive(factsOfFile(deps, found)),
    };
  };
