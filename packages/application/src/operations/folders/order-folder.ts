import {
  DomainError,
  decide,
  type Folder,
  type FolderPosition,
  inZone,
  isFolderSeen,
  isThere,
  MAX_ORDERED,
  ordered,
  parentPath,
  reachIn,
  zoneAt,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { atFolder, type FolderPlace, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { siblingsIn } from '../../steps/folders/siblings.ts';
import { folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';

type OrderFolderInput = FolderPlace & Readonly<{ position: FolderPosition }>;

/**
 * Places a folder directly after the one before that position, among those that the caller sees. The position that it has changes
 * nothing. Throws ROOM_NOT_FOUND, FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, LIMIT_REACHED, Unavailable.
 */
export const orderFolder =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { position, ...place }: OrderFolderInput): Promise<FolderSeen> => {
    let siblings: readonly string[] | undefined;
    const found = await inFolder(deps, ctx, place, {
      action: 'folder.edit',
      facts: () => ({ destination: undefined }),
      refs: [KEPT_REF],
      serializeOn: place.roomId,
      loadMore: async (snapshot) => {
        const at = atFolder(deps, ctx, place, snapshot);
        const { folder, room } = at;
        if (folder === undefined || !isThere(room)) return [];
        if (decide('folder.edit', { ...at, destination: undefined }).effect === 'deny') return [];
        const listed = await siblingsIn(deps, { ...at, room }, parentPath(folder.path));
        siblings = listed?.map(({ id }) => id);
        return (listed ?? []).map((document) => ({ collection: folders.name, document }));
      },
      apply: (uow, at, target) => {
        assertKept(uow);
        if (siblings === undefined)
          throw new DomainError('LIMIT_REACHED', {
            message: `Folders are ordered in a place that has at most ${MAX_ORDERED} of them.`,
          });
        const { folder, room } = at;
        const reach = reachIn(at);
        const parent = parentPath(folder.path);
        const beside = siblings
          .flatMap((id) => uow.find(folders, id) ?? [])
          .filter((one) => parentPath(one.path) === parent && isFolderSeen(reach, one));
        const changed = ordered(folder, beside, position);
        if (changed.length === 0) return at;
        let placed: Folder = folder;
        for (const one of changed) {
          const next = one.id === folder.id ? declared(one, at) : one;
          if (one.id === folder.id) placed = next;
          uow.put(folders, next);
        }
        // Archival and deletion replace the room.
        uow.expect(rooms, room.id);
        uow.record({ type: 'folder.ordered', target });
        return { ...at, folder: placed };
      },
    });
    return oneFolderSeen(deps, found, found.folder, true);
  };

const declared = (folder: Folder, { room }: Parameters<typeof oneFolderSeen>[1]): Folder =>
  inZone({ ...folder, isDeclared: true }, zoneAt(room, folder.path));
