import type { RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { destroyBinned } from '../../steps/files/bin-destruction.ts';
import { binSelection } from '../../steps/files/bin-seen.ts';
import { files } from '../../store/files.ts';

const IN_ONE_COMMIT = 100;
/** Maximum number of files that one request destroys. */
const MOST = 2000;

/**
 * Destroys the files in the bin that the caller sees, the oldest first and at most 2 000. Returns their number. Throws
 * ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const emptyBin =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<number> => {
    let destroyed = 0;
    for (;;) {
      const count = await emptySome(deps, ctx, roomId);
      destroyed += count;
      if (count < IN_ONE_COMMIT || destroyed >= MOST) return destroyed;
    }
  };

function emptySome(deps: OperationDeps & Pick<Deps, 'documents'>, ctx: SignedIn, roomId: RoomId): Promise<number> {
  let known: readonly ListedDocument[] = [];
  return inRoom(deps, ctx, roomId, {
    action: 'bin.empty',
    loadAllowed: async (_, seen) => {
      const page = { limit: IN_ONE_COMMIT, order: 'oldest' } as const;
      const found = await deps.documents.list(files.name, binSelection(seen), page);
      known = found.map((document) => ({ collection: files.name, document }));
      return known;
    },
    apply: (uow) => {
      const now = deps.clock.now();
      const binned = known
        .map(({ document }) => uow.find(files, document.id))
        .filter((file) => file?.status === 'binned');
      for (const file of binned) destroyBinned(uow, file, now);
      return binned.length;
    },
  });
}
