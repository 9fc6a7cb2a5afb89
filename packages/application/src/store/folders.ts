import { EPOCH, type File, type FolderPath, type Label, type RoomId } from '@strongroom/domain';
import { defineCollection } from './collection.ts';
import { files } from './files.ts';
import { hashOfPath } from './folder-keys.ts';

/** The number of available files directly in a folder, by effective label. Labels without files are left out. */
export type FolderCounts = Readonly<{ roomId: RoomId; path: FolderPath; files: Readonly<Record<Label, number>> }>;

/** Folders of a room that hold files of an effective label. */
export const foldersOfRoom = (roomId: RoomId, label: string): string => `folders:${roomId}:${label}`;

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

/**
 * The folders of rooms that hold available files. Computed from the changed files of each commit, so that no operation
 * counts by hand. All have one position: they are listed by path.
 */
export const folders = defineCollection<FolderCounts>({
  name: 'folders',
  computedFrom: files.name,
  id: ({ roomId, path }) => folderId(roomId, path),
  position: () => EPOCH,
  keys: ({ roomId, files: counts }) => Object.keys(counts).map((label) => foldersOfRoom(roomId, label)),
});
