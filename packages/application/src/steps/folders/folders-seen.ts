import {
  allows,
  type Folder,
  type FolderId,
  type FolderPath,
  filesSeenIn,
  foldersSeenIn,
  type GroupAccess,
  type Instant,
  numberingOf,
  parentPath,
  type RoomId,
  reachIn,
  restrictionOf,
  restrictionsOn,
  type Structure,
  structureOf,
  TOP_FOLDER,
  type UserId,
} from '@strongroom/domain';
import type { WithMay } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { folderMay } from '../../kernel/may.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { uploadersSeen } from '../files/files-seen.ts';
import { indexesIn } from '../numbering/indexes.ts';
import { positionsIn } from './siblings.ts';

/**
 * A folder as one caller sees it: the numbers are of the files and folders directly in it that they see. The top of a room, and a
 * folder in a store of the last release, has no id. `createdBy`: an owner of now where the caller would not find that user. A folder that no user
 * made has maker and time of the room.
 */
export type FolderSeen = WithMay<'folder'> &
  Readonly<{
    id: FolderId | null;
    roomId: RoomId;
    path: FolderPath;
    parentId: FolderId | null;
    fileCount: number;
    folderCount: number;
    createdBy: UserId;
    createdAt: Instant;
    structure: Structure;
    /** Its index number behind those of the folders above; null for the top, and in a room without numbers. */
    index: string | null;
    /** Its place among those beside it that the caller sees; null for the top, and among too many. Absent: not asked for. */
    position?: number | null;
    /** For callers who may restrict the folder. */
    access?: FolderAccess;
  }>;

/** `groups`: null for a folder that is not restricted itself. `restrictedBy`: the restricted folders on the way, with itself. */
export type FolderAccess = Readonly<{ groups: readonly GroupAccess[] | null; restrictedBy: readonly FolderId[] }>;

/** The folders of a page as the caller sees them. Reads the folders above them, each once. */
export async function foldersSeen(
  deps: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  some: readonly Folder[],
): Promise<readonly FolderSeen[]> {
  const { room } = at;
  const byPath = new Map(some.map(({ path, id }) => [path, id]));
  const above = [...new Set(some.map(({ path }) => parentPath(path)))].filter(
    (path) => path !== TOP_FOLDER && !byPath.has(path),
  );
  const read = await deps.documents.read(above.map((path) => refTo(folders, folderId(room.id, path))));
  for (const document of read) {
    const folder = document && stateOf(folders, document);
    if (folder) byPath.set(folder.path, folder.id);
  }
  const makers = await uploadersSeen(deps, at, [...new Set(some.map(({ createdBy }) => createdBy))]);
  const reach = reachIn(at);
  const accessOf = await accessLists(deps, at, some);
  const indexIn = await indexesIn(deps, room, [...new Set(some.map(({ path }) => parentPath(path)))]);
  return some.map((folder) => {
    const isTop = folder.path === TOP_FOLDER;
    const parent = parentPath(folder.path);
    // One that was not made for the room may be older than what the caller sees in it.
    const isOfRoom = isTop || !folder.isDeclared;
    const createdBy = isOfRoom ? room.createdBy : folder.createdBy;
    return {
      id: isTop ? null : folder.id,
      roomId: room.id,
      path: folder.path,
      parentId: parent === TOP_FOLDER ? null : (byPath.get(parent) ?? null),
      index: isTop ? null : indexIn(parent, folder),
      fileCount: filesSeenIn(reach, folder),
      folderCount: foldersSeenIn(reach, folder),
      createdBy: makers.get(createdBy) ?? createdBy,
      createdAt: isOfRoom ? room.createdAt : folder.createdAt,
      structure: structureOf(room, folder.path),
      ...accessOf(folder),
    };
  });
}

/** The access lists of folders, for a caller who may set them while the room can be changed. */
async function accessLists(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  some: readonly Folder[],
): Promise<(folder: Folder) => Pick<FolderSeen, 'access'>> {
  const { room } = at;
  const shown = new Set(some.filter((folder) => allows('folder.see_access', withoutScopes({ ...at, folder }))));
  const paths = [...new Set([...shown].flatMap(({ path }) => restrictionsOn(room, path).map((one) => one.path)))];
  const read = await documents.read(paths.map((path) => refTo(folders, folderId(room.id, path))));
  const ids = new Map(read.map((document, index) => [paths[index], document && stateOf(folders, document).id]));
  return (folder) => {
    if (!shown.has(folder)) return {};
    const restrictedBy = restrictionsOn(room, folder.path).flatMap(({ path }) => ids.get(path) ?? []);
    return { access: { groups: restrictionOf(room, folder.path)?.groups ?? null, restrictedBy } };
  };
}

/**
 * Like `foldersSeen`, of one folder, with the caller's present actions on it. Its number is read, where the room has numbers: the folder may
 * have come to its place just now. `isPlaced`: also with its position.
 */
export async function oneFolderSeen(
  deps: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  folder: Folder,
  isPlaced = false,
): Promise<FolderSeen> {
  const isNumbered = numberingOf(at.room) === 'fixed';
  const [stored] = isNumbered ? await deps.documents.read([refTo(folders, folderId(folder.roomId, folder.path))]) : [];
  const { indexNumber } = stored ? stateOf(folders, stored) : folder;
  const [seen] = await foldersSeen(deps, at, [indexNumber === undefined ? folder : { ...folder, indexNumber }]);
  if (seen === undefined) throw new TypeError('a folder came back without a view');
  const positionOf = isPlaced ? await positionsIn(deps, at, [folder]) : undefined;
  return { ...seen, ...(positionOf && { position: positionOf(folder) }), may: folderMay({ ...at, folder }) };
}
