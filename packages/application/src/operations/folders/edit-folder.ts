import {
  assertFits,
  DomainError,
  decide,
  type Folder,
  type FolderPath,
  isAtOrBelow,
  isFolderSeen,
  isThere,
  moveFolder,
  nameOfFolder,
  parentPath,
  pathKey,
  type RoomId,
  reachIn,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { type AtFolder, atFolder, type FolderPlace, type InFolder, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { Subtree } from '../../steps/folders/subtree.ts';
import { type Way, WayToFolder } from '../../steps/folders/way-to-folder.ts';
import { refTo } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';

type EditFolderInput = FolderPlace & Readonly<{ path?: FolderPath | undefined }>;

/**
 * Gives a folder another path, and with it everything below, in one commit and with one event. Throws ROOM_NOT_FOUND,
 * FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, VALIDATION_ERROR, NAME_TAKEN, LIMIT_REACHED, Unavailable.
 */
export const editFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { path, ...place }: EditFolderInput): Promise<FolderSeen> => {
    const way = path === undefined ? undefined : new WayToFolder(deps, place.roomId, path);
    const subtree = new Subtree(deps);
    const mayMove = (snapshot: Snapshot): Folder | undefined => {
      const found = atFolder(deps, ctx, place, snapshot);
      return decide('folder.edit', found).effect === 'allow' ? found.folder : undefined;
    };
    const { at, folder } = await inFolder(deps, ctx, place, {
      action: 'folder.edit',
      refs: [KEPT_REF, refTo(folders, folderId(place.roomId, TOP_FOLDER))],
      // Loads what lies below for a caller only who may move it.
      loadMore: async (snapshot) => {
        const moving = mayMove(snapshot);
        if (moving === undefined || way === undefined || moving.path === path) return [];
        return [...(await way.load()), ...(await subtree.load(moving))];
      },
      apply: (uow, found): Readonly<{ at: AtFolder; folder: Folder }> => {
        assertKept(uow);
        if (way === undefined || found.folder.path === path) return { at: found, folder: found.folder };
        const to = way.find(uow, found, found.folder.id);
        return { at: found, folder: move(deps, uow, found, { way, to, subtree }) };
      },
    });
    if (!isThere(at.room)) throw new TypeError('a folder was moved without a room');
    return oneFolderSeen(deps, { ...at, room: at.room }, folder);
  };

type Move = Readonly<{ way: WayToFolder; to: Way; subtree: Subtree }>;

function move(deps: Pick<Deps, 'ids' | 'clock'>, uow: UnitOfWork, found: InFolder, { way, to, subtree }: Move): Folder {
  const { folder, room } = found;
  const target = to.steps.at(-1);
  if (target?.isSeen === true) throw new DomainError('NAME_TAKEN');
  if (isAtOrBelow(pathKey(parentPath(to.path)), pathKey(folder.path)))
    throw new DomainError('VALIDATION_ERROR', { details: [INTO_ITSELF] });
  const name = nameOfFolder(to.path);
  const made = way.make(deps, uow, found, to.steps.slice(0, -1));
  const reach = reachIn(found);
  const isSeen = (one: Folder): boolean => isFolderSeen(reach, one);
  let moved = folder;
  for (const one of subtree.folders(uow)) {
    const next = moveFolder(one, folder.path, to.path);
    if (isSeen(one)) assertFits(next.path);
    if (one.id === folder.id) moved = { ...next, isDeclared: true };
    uow.remove(folders, folderId(room.id, one.path));
    uow.put(folders, one.id === folder.id ? moved : next);
  }
  subtree.moveFiles(uow, folder.path, to.path);
  claimName(uow, to, room.id);
  // Archival and deletion replace the room.
  uow.expect(rooms, room.id);
  uow.record({
    type: 'folder.moved',
    target: { type: 'folder', id: folder.id, roomId: room.id, label: room.label },
    data: {
      from_parent: subtree.parentId(uow),
      to_parent: made.at(-1)?.id ?? to.steps.at(-2)?.folder?.id ?? null,
      renamed: name !== nameOfFolder(folder.path),
    },
  });
  return moved;
}

/** Writes the folder above, so that renames to names which differ in letter case only conflict. */
function claimName(uow: UnitOfWork, { steps }: Way, roomId: RoomId): void {
  const above = uow.find(folders, folderId(roomId, steps.at(-2)?.folder?.path ?? TOP_FOLDER));
  if (above !== undefined) uow.put(folders, above);
}

const INTO_ITSELF = { field: 'path', rule: 'folder', message: 'leads into the folder itself' };
