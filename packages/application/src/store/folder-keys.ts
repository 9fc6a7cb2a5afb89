import { sha256, toBase64 } from '@strongroom/audit-proof';
import type { FolderPath, Mark, RoomId } from '@strongroom/domain';

/** Levels of folders that are listed together with what is below them. A file has at most one key for each. */
export const MAX_RECURSIVE_LEVELS = 32;
/** Longer paths are hashed: stores limit the length of a key to about 2 700 bytes. */
const MAX_PLAIN_LENGTH = 200;

/** Two bytes for each UTF-16 code unit, the lower first. */
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from({ length: 2 * text.length }, (_, at) => (text.charCodeAt(at >> 1) >> (8 * (at & 1))) & 0xff);

/** For paths that are too long for an id or a key. */
export const hashOfPath = (path: string): string => toBase64(sha256(bytesOf(path)));

/** A path in a key of a list. */
export const pathInKey = (path: string): string =>
  path.length <= MAX_PLAIN_LENGTH ? `=${path}` : `#${hashOfPath(path)}`;

/** Available files directly in a folder, by mark. */
export const filesInFolder = (roomId: RoomId, mark: Mark, folder: FolderPath): string =>
  `folder:${roomId}:${mark}:${pathInKey(folder)}`;

/** Available files in a folder other than the top, and below it, by mark. */
export const filesBelow = (roomId: RoomId, mark: Mark, folder: string): string =>
  `below:${roomId}:${mark}:${pathInKey(folder)}`;

/** The list keys of a file in this folder. */
export function folderKeys(roomId: RoomId, mark: Mark, folder: FolderPath): readonly string[] {
  const segments = folder === '' ? [] : folder.split('/');
  const above = segments.slice(0, MAX_RECURSIVE_LEVELS).map((_, level) => segments.slice(0, level + 1).join('/'));
  return [filesInFolder(roomId, mark, folder), ...above.map((path) => filesBelow(roomId, mark, path))];
}
