import {
  type AvailableFile,
  assertFits,
  DomainError,
  decide,
  type Folder,
  type FolderPath,
  inZone,
  isAtOrBelow,
  isFenced,
  isFolderSeen,
  isThere,
  type LiveRoom,
  labelsUpTo,
  moveFences,
  moveFolder,
  nameOfFolder,
  orderOf,
  parentPath,
  pathKey,
  type RoomId,
  reachIn,
  restrictionsOn,
  type Structure,
  setStructure,
  TOP_FOLDER,
  widensSight,
  withoutOrder,
  zoneAt,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type AtFolder, type FolderPlace, type InFolder, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { folderTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { permitMaking } from '../../steps/folders/permit-making.ts';
import { Subtree } from '../../steps/folders/subtree.ts';
import { type FolderRoute, WayToFolder } from '../../steps/folders/way-to-folder.ts';
import { refTo } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';

type EditFolderInput = FolderPlace & Readonly<{ path?: FolderPath | undefined; structure?: Structure | undefined }>;

/**
 * Gives a folder another path, and with it everything below, in one commit and with one event, and sets who makes folders in it. Throws
 * ROOM_NOT_FOUND, FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, VALIDATION_ERROR, NAME_TAKEN, LIMIT_REACHED, STRUCTURE_OPEN,
 * STRUCTURE_IN_USE, Unavailable.
 */
export const editFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { path, structure, ...place }: EditFolderInput): Promise<FolderSeen> => {
    const way = path === undefined ? undefined : new WayToFolder(deps, place.roomId, path);
    const subtree = new Subtree(deps);
    const { at, folder } = await inFolder(deps, ctx, place, {
      action: 'folder.edit',
      facts: (_, { folder: moving }) => ({ destination: path === moving?.path ? undefined : path }),
      refs: [KEPT_REF, refTo(folders, folderId(place.roomId, TOP_FOLDER))],
      // For any destination: a place that is closed to the caller takes as long as an open one.
      loadFacts: () => ({ destination: undefined }),
      loadAllowed: async (_, { folder: moving, room }) =>
        way === undefined || moving.path === path
          ? []
          : [...(await way.load()), ...(await subtree.load(moving, isFenced(room)))],
      apply: (uow, found): Readonly<{ at: AtFolder; folder: Folder }> => {
        assertKept(uow);
        const structured = structure === undefined ? found : { ...found, ...withStructure(uow, found, structure) };
        if (way === undefined || found.folder.path === path) return { at: structured, folder: structured.folder };
        const to = way.find(uow, structured, found.folder.id);
        const { room, folder: moved } = move(deps, uow, structured, { way, to, subtree });
        return { at: { ...structured, room }, folder: moved };
      },
    });
    if (!isThere(at.room)) throw new TypeError('a folder was moved without a room');
    return oneFolderSeen(deps, { ...at, room: at.room }, folder);
  };

type Move = Readonly<{ way: WayToFolder; to: FolderRoute; subtree: Subtree }>;

/** Sets who makes folders in a folder, which everyone sees from then on. A repeated call changes nothing. */
function withStructure(
  uow: UnitOfWork,
  found: InFolder,
  structure: Structure,
): Readonly<{ room: LiveRoom; folder: Folder }> {
  const target = folderTarget(found.folder.id, found.folder, found.room);
  permit(decide('folder.structure', found), target);
  const room = setStructure(found.room, found.folder.path, structure);
  if (room === found.room) return found;
  const folder = declared(found.folder, room);
  uow.put(folders, folder);
  uow.put(rooms, room);
  uow.record({ type: 'folder.edited', target, data: { structure } });
  return { room, folder };
}

type Labelled = Pick<AvailableFile, 'folder' | 'effectiveLabel'>;

/**
 * Whether all who read the path of an announced upload, or of a file in the bin, see the folder that is renamed. All files in it up to
 * the label of that one are in their reach. Else they would learn that a folder which is hidden from them was there.
 */
const isFolderKnown = ({ room, folder, labelRules }: InFolder, { folder: path, effectiveLabel }: Labelled): boolean => {
  const zones = restrictionsOn(room, path).map(({ id }) => id);
  return isFolderSeen({ labels: labelsUpTo(labelRules.scheme, effectiveLabel), zones }, folder);
};

const declared = (folder: Folder, room: LiveRoom): Folder =>
  inZone({ ...folder, isDeclared: true }, zoneAt(room, folder.path));

function move(
  deps: Pick<Deps, 'ids' | 'clock'>,
  uow: UnitOfWork,
  found: InFolder,
  { way, to, subtree }: Move,
): Readonly<{ room: LiveRoom; folder: Folder }> {
  const { folder, room } = found;
  const target = to.steps.at(-1);
  if (target?.isSeen === true) throw new DomainError('NAME_TAKEN');
  if (isAtOrBelow(pathKey(parentPath(to.path)), pathKey(folder.path)))
    throw new DomainError('VALIDATION_ERROR', { details: [INTO_ITSELF] });
  const name = nameOfFolder(to.path);
  const missing = to.steps.slice(0, -1);
  for (const { path, isSeen: isKnown } of missing) if (!isKnown) permitMaking(found, path);
  const made = way.make(deps, uow, found, missing);
  const after = isFenced(room) ? moveFences(room, folder.path, to.path) : room;
  const reach = reachIn(found);
  const isSeen = (one: Folder): boolean => isFolderSeen(reach, one);
  let moved = folder;
  for (const one of subtree.folders(uow)) {
    const next = moveFolder(one, folder.path, to.path);
    if (isSeen(one)) assertFits(next.path);
    if (one.id === folder.id) moved = declared(renamed(room, one, next), after);
    uow.remove(folders, folderId(room.id, one.path));
    uow.put(folders, one.id === folder.id ? moved : inZone(next, zoneAt(after, next.path)));
  }
  const tellsName = (file: Labelled): boolean => isFolderKnown(found, file);
  const counted = subtree.placeFiles(uow, folder, { to: to.path, tellsName }, { before: room, after });
  claimName(uow, to, room.id);
  // Archival and deletion replace the room.
  if (counted === room) uow.expect(rooms, room.id);
  else uow.put(rooms, counted);
  uow.record({
    type: 'folder.moved',
    target: { type: 'folder', id: folder.id, roomId: room.id, label: room.label },
    data: {
      from_parent: subtree.parentId(uow),
      to_parent: made.at(-1)?.id ?? to.steps.at(-2)?.folder?.id ?? null,
      renamed: name !== nameOfFolder(folder.path),
      widened: widensSight(room, parentPath(folder.path), parentPath(to.path)),
    },
  });
  return { room: counted, folder: moved };
}

/**
 * A rename in its place leaves a folder where it stands, if everyone who sees the place saw it there, or a user ordered it. The place
 * of one that was hidden from some would tell them its former name.
 */
function renamed(room: LiveRoom, before: Folder, next: Folder): Folder {
  const place = parentPath(before.path);
  if (pathKey(place) !== pathKey(parentPath(next.path))) return withoutOrder(next);
  if (before.isDeclared && before.zone === zoneAt(room, place)) return { ...next, order: orderOf(before) };
  return next;
}

/** Writes the folder above, so that renames to names which differ in letter case only conflict. */
function claimName(uow: UnitOfWork, { steps }: FolderRoute, roomId: RoomId): void {
  const above = uow.find(folders, folderId(roomId, steps.at(-2)?.folder?.path ?? TOP_FOLDER));
  if (above !== undefined) uow.put(folders, above);
}

const INTO_ITSELF = { field: 'path', rule: 'folder', message: 'leads into the folder itself' };
