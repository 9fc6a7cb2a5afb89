import {
  everyMark,
  type File,
  type FileId,
  type Instant,
  type Mark,
  markOfFile,
  marksToList,
  type RoomId,
  type UserId,
} from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';
import { folderKeys } from './folder-keys.ts';

/** Available files of a room by mark, for lists and totals. */
export const filesOfRoom = (roomId: RoomId, mark: Mark): string => `room:${roomId}:${mark}`;
/** Uploads not confirmed yet. */
export const PENDING_FILES = 'pending';
/** Uploads that are to become a version of a file. */
export const replacementsOf = (fileId: FileId): string => `replaces:${fileId}`;
/** Uploads that became a version of another file. */
export const MERGED_UPLOADS = 'merged';
/** Uploads of a user that are not confirmed yet. */
export const pendingOf = (userId: UserId): string => `pending-of:${userId}`;
/** Uploads to a room that are not confirmed yet. */
export const pendingIn = (roomId: RoomId): string => `pending-in:${roomId}`;
/** Files in the bin of a room, by mark. */
export const filesInBin = (roomId: RoomId, mark: Mark): string => `bin:${roomId}:${mark}`;
/** Like `filesInBin`, of one who deleted them. */
export const filesInBinBy = (roomId: RoomId, mark: Mark, userId: UserId): string =>
  `bin:${roomId}:${mark}:by:${userId}`;
/** All files in the bin of a room; `labels` are those of the store. */
export const filesInBinOf = (roomId: RoomId, labels: readonly string[]): readonly string[] =>
  everyMark(labels).map((mark) => filesInBin(roomId, mark));
/** All files of a room that have a key: available, pending, and in its bin; `labels` are those of the store. */
export const filesHeldBy = (roomId: RoomId, labels: readonly string[]): readonly string[] => [
  pendingIn(roomId),
  ...everyMark(labels).map((mark) => filesOfRoom(roomId, mark)),
  ...filesInBinOf(roomId, labels),
];
/** Confirmed files whose upload name has not been swept yet. */
export const UNSWEPT_FILES = 'unswept';

function keysOf(file: File): readonly string[] {
  if (file.status === 'deleted') return [];
  if (file.status === 'merged') return [MERGED_UPLOADS];
  if (file.status === 'pending')
    return [
      PENDING_FILES,
      pendingOf(file.uploadedBy),
      pendingIn(file.roomId),
      ...(file.replaces === undefined ? [] : [replacementsOf(file.replaces.id)]),
    ];
  const marks = marksToList(markOfFile(file));
  if (file.status === 'binned')
    return marks.flatMap((mark) => [filesInBin(file.roomId, mark), filesInBinBy(file.roomId, mark, file.deletedBy)]);
  return [
    ...marks.flatMap((mark) => [filesOfRoom(file.roomId, mark), ...folderKeys(file.roomId, mark, file.folder)]),
    ...(file.swept ? [] : [UNSWEPT_FILES]),
  ];
}

/** It would lose versions, and confirm a replacement as a file of its own. */
const isKnownToLastRelease = (file: File): boolean =>
  file.status === 'deleted' ||
  (file.status === 'available' && file.version === undefined && file.others === undefined) ||
  (file.status === 'pending' && file.replaces === undefined);

function positionOf(file: File): Instant {
  if (file.status === 'pending') return file.requestedAt;
  if (file.status === 'available') return file.confirmedAt;
  return file.status === 'merged' ? file.mergedAt : file.deletedAt;
}

export const files = defineCollection<File>({
  name: 'files',
  // Schema 3 adds list keys by folder. Files of schema 4 are counted in `folders`, have no key for all files of a room, may
  // lie in its bin, and may have versions.
  oldest: 3,
  upcasts: [sameBody],
  earlier: {
    schema: 3,
    body: (file) => (isKnownToLastRelease(file) ? file : undefined),
    keys: (file) => (file.status === 'deleted' ? [] : [`in:${file.roomId}`, ...keysOf(file)]),
  },
  id: (file) => file.id,
  position: positionOf,
  keys: keysOf,
});
