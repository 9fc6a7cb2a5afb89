import {
  DomainError,
  type Folder,
  type FolderPosition,
  inZone,
  isCrowded,
  isFolderSeen,
  MAX_ORDERED,
  neighbours,
  parentPath,
  reachIn,
  reorderFolders,
  shortened,
  zoneAt,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type FolderPlace, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { everySiblingIn, siblingsIn } from '../../steps/folders/siblings.ts';
import { stateOf } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
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
    let everySibling: readonly string[] = [];
    const found = await inFolder(deps, ctx, place, {
      action: 'folder.edit',
      facts: () => ({ destination: undefined }),
      refs: [KEPT_REF],
      serializeOn: place.roomId,
      loadAllowed: async (_, at) => {
        const { folder, room } = at;
        const parent = parentPath(folder.path);
        const listed = await siblingsIn(deps, at, parent);
        siblings = listed?.map(({ id }) => id);
        everySibling = [];
        if (listed === undefined) return [];
        const seen = listed.map((document) => stateOf(folders, document));
        const all = isCrowded(reorderFolders(folder, seen, position))
          ? await everySiblingIn(deps, room.id, parent)
          : [];
        everySibling = all.map(({ id }) => id);
        return [...listed, ...all].map((document) => ({ collection: folders.name, document }));
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
        const there = (ids: readonly string[]): readonly Folder[] =>
          ids.flatMap((id) => uow.find(folders, id) ?? []).filter((one) => parentPath(one.path) === parent);
        const beside = there(siblings).filter((one) => isFolderSeen(reach, one));
        const changed = reorderFolders(folder, beside, position);
        if (changed.length === 0) return at;
        // The place is the one between these: where they go, it goes.
        for (const { path } of neighbours(folder, beside, position)) uow.expect(folders, folderId(room.id, path));
        let placed: Folder = folder;
        for (const one of everySibling.length > 0 ? shortened(changed, there(everySibling)) : changed) {
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
