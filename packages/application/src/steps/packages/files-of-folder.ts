import {
  type AvailableFile,
  allows,
  type FolderId,
  levelsOf,
  MAX_PACKAGE_ITEMS,
  marksIn,
  type RoomId,
  reachIn,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { files, filesOfRoom } from '../../store/files.ts';
import { filesBelow, filesInFolder, MAX_RECURSIVE_LEVELS } from '../../store/folder-keys.ts';
import { folderKey, folders } from '../../store/folders.ts';

/** One more than a package may have, so that a larger folder is noticed. */
const MOST = MAX_PACKAGE_ITEMS + 1;

/** Loads the files at and below a folder, up to the caller's clearance. */
export function filesOfFolder(
  deps: OperationDeps & Pick<Deps, 'documents'>,
  ctx: SignedIn,
  { roomId, folderId }: Readonly<{ roomId: RoomId; folderId: FolderId }>,
) {
  let ids: readonly string[] = [];
  return {
    loadMore: async (snapshot: Snapshot): Promise<readonly ListedDocument[]> => {
      ids = [];
      const at = atRoom(deps, snapshot, ctx, roomId);
      const folder = snapshot.findBy(folders, folderKey(folderId));
      // A hidden folder takes as long as an absent one.
      if (!allows('folder.see', { ...at, folder }) || folder?.roomId !== roomId) return [];
      const anyOf = marksIn(reachIn(at)).map((mark) => {
        if (folder.path === TOP_FOLDER) return filesOfRoom(roomId, mark);
        const isListed = levelsOf(folder.path) <= MAX_RECURSIVE_LEVELS;
        return isListed ? filesBelow(roomId, mark, folder.path) : filesInFolder(roomId, mark, folder.path);
      });
      const found = await deps.documents.list(files.name, { anyOf }, { limit: MOST, order: 'oldest' });
      ids = found.map(({ id }) => id);
      return found.map((document) => ({ collection: files.name, document }));
    },
    /** Files in the order of their paths. */
    of: (uow: UnitOfWork): readonly AvailableFile[] =>
      ids
        .flatMap((id) => uow.find(files, id) ?? [])
        .filter((file) => file.status === 'available')
        .toSorted((a, b) => compare(a.folder, b.folder) || compare(a.name, b.name)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
