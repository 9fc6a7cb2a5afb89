import { type FileId, labelsToGive } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import { factsOfFile, fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { MakingOnConfirmation } from '../../steps/folders/making-on-confirmation.ts';

/** One file's metadata. Throws FILE_NOT_FOUND. */
export const getFile =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<FileSeen> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const making = new MakingOnConfirmation(deps);
    const { found, refusal } = await inFile(deps, ctx, place, {
      action: 'file.get',
      loadAllowed: (_, { file, room }) => making.load(file, room),
      apply: (uow, seen) => ({ found: seen, refusal: making.refusal(uow, seen) }),
    });
    const may = fileMay(deps, found);
    return {
      ...(await oneFileSeen(deps, found, found.file)),
      may: refusal === undefined ? may : may.filter((action) => action !== 'file.confirm'),
      labelsToGive: labelsToGive(factsOfFile(deps, found)),
    };
  };
