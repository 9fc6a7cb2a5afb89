import {
  EPOCH,
  type File,
  type Folder,
  type FolderId,
  type FolderPath,
  type Mark,
  marksOfSight,
  marksToList,
  parentPath,
  pathKey,
  type RoomId,
  sightOf,
  TOP_FOLDER,
} from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';
import { files } from './files.ts';
import { hashOfPath, pathInKey } from './folder-keys.ts';

/** Folders of a room that are seen with a mark. */
export const foldersOfRoom = (roomId: RoomId, mark: Mark): string => `folders:${roomId}:${mark}`;
/** Folders directly in another one, or in the top, that are seen with a mark. */
export const foldersDirectlyIn = (roomId: RoomId, mark: Mark, parent: FolderPath): string =>
  `inner:${roomId}:${mark}:${pathInKey(parent)}`;
/** In schema 1 no key names the folder above. */
const keyBeforeInner = (key: string): string => key.replace(/^inner:(.*?):[=#].*$/su, 'folders:$1');
/** All folders of a room, with its top. */
export const treeOf = (roomId: RoomId): string => `tree:${roomId}`;
/** Folders of a room whose path is the same but for its spelling. */
export const spellingsOf = (roomId: RoomId, path: FolderPath): string => `path:${roomId}:${pathInKey(pathKey(path))}`;
/** Unique key of a folder, which it keeps at another path. */
export const folderKey = (id: FolderId): string => `id:${id}`;

/** Stores limit the length of an id to about 2 700 bytes. Of longer paths the rest is hashed. */
export const MAX_PLAIN_CHARACTERS = 400;

/** The beginning of the ids of all folders whose path begins with this text of at most `MAX_PLAIN_CHARACTERS`. */
export const folderIdsFrom = (roomId: RoomId, beginning: string): string => `${roomId}/${beginning}`;

/**
 * Ids are in the order of the paths. They end with a character that no path has and that comes before all others, so that
 * `a` precedes `a b`, and also follows the beginning `a`.
 */
export function folderId(roomId: RoomId, path: FolderPath): string {
  const characters = Array.from(path);
  if (characters.length <= MAX_PLAIN_CHARACTERS) return `${folderIdsFrom(roomId, path)}\n`;
  const beginning = characters.slice(0, MAX_PLAIN_CHARACTERS).join('');
  return `${folderIdsFrom(roomId, beginning)}\n${hashOfPath(path)}`;
}

/** The first schema of files that are counted here. The upgrade to it counts the others. */
export const COUNTED_FROM = 4;

/** Whether a file is listed in its folder. */
export const isInFolder = (file: File | undefined): file is Extract<File, { status: 'available' }> =>
  file?.status === 'available';

const marksToListOf = (folder: Folder): readonly Mark[] => [
  ...new Set(
    (folder.path === TOP_FOLDER ? Object.keys(folder.files) : marksOfSight(sightOf(folder))).flatMap(marksToList),
  ),
];

/**
 * The folders of rooms. Their numbers are computed from the changed files and folders of each commit, so that no operation counts
 * by hand. All have one position: they are listed by path.
 */
export const folders = defineCollection<Folder>({
  name: 'folders',
  upcasts: [sameBody],
  // Readers of these keys leave out folders of other places.
  earlier: { schema: 1, body: (folder) => folder, key: keyBeforeInner },
  computedFrom: files.name,
  id: ({ roomId, path }) => folderId(roomId, path),
  position: () => EPOCH,
  keys: (folder) => [
    ...marksToListOf(folder).flatMap((mark) => [
      foldersOfRoom(folder.roomId, mark),
      ...(folder.path === TOP_FOLDER ? [] : [foldersDirectlyIn(folder.roomId, mark, parentPath(folder.path))]),
    ]),
    treeOf(folder.roomId),
    spellingsOf(folder.roomId, folder.path),
  ],
  uniqueKeys: ({ id }) => [folderKey(id)],
});
