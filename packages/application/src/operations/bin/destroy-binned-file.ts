import { FileId, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inBin } from '../../kernel/in-bin.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { destroyBinned } from '../../steps/files/bin-destruction.ts';

type DestroyBinnedFileInput = Readonly<{ roomId: RoomId; fileId: string }>;

/** Destroys a file in the bin before its term ends. Throws ROOM_NOT_FOUND, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const destroyBinnedFile =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { roomId, fileId }: DestroyBinnedFileInput) => {
    const place = { roomId, namedRoom: roomId, fileId: idOrRandom(FileId, fileId, deps.ids) };
    return inBin(deps, ctx, place, {
      action: 'bin.destroy',
      apply: (uow, { file }) => {
        const destroyedAt = deps.clock.now();
        destroyBinned(uow, file, destroyedAt);
        return { id: file.id, destroyedAt };
      },
    });
  };
