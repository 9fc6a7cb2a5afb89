import type { File, RoomId, UserId } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';
import { folderKeys } from './folder-keys.ts';

/** Available files of a room by effective label, for lists and totals. */
export const filesOfRoom = (roomId: RoomId, label: string): string => `room:${roomId}:${label}`;
/** Uploads not confirmed yet. */
export const PENDING_FILES = 'pending';
/** Uploads of a user that are not confirmed yet. */
export const pendingOf = (userId: UserId): string => `pending-of:${userId}`;
/** Uploads to a room that are not confirmed yet. */
export const pendingIn = (roomId: RoomId): string => `pending-in:${roomId}`;
/** Files in the bin of a room, by effective label. */
export const filesInBin = (roomId: RoomId, label: string): string => `bin:${roomId}:${label}`;
/** As `filesInBin`, of one who deleted them. */
export const filesInBinBy = (roomId: RoomId, label: string, userId: UserId): string =>
  `bin:${roomId}:${label}:by:${userId}`;
/** All files in the bin of a room; `labels` are those of the store. */
export const filesInBinOf = (roomId: RoomId, labels: readonly string[]): readonly string[] =>
  labels.map((label) => filesInBin(roomId, label));
/** All files of a room that have a key: available, pending, and in its bin; `labels` are those of the store. */
export const filesHeldBy = (roomId: RoomId, labels: readonly string[]): readonly string[] => [
  pendingIn(roomId),
  ...labels.map((label) => filesOfRoom(roomId, label)),
  ...filesInBinOf(roomId, labels),
];
/** Confirmed files whose upload name has not been swept yet. */
export const UNSWEPT_FILES = 'unswept';

function keysOf(file: File): readonly string[] {
  if (file.status === 'deleted') return [];
  if (file.status === 'pending') return [PENDING_FILES, pendingOf(file.uploadedBy), pendingIn(file.roomId)];
  if (file.status === 'binned')
    return [
      filesInBin(file.roomId, file.effectiveLabel),
      filesInBinBy(file.roomId, file.effectiveLabel, file.deletedBy),
    ];
  return [
    filesOfRoom(file.roomId, file.effectiveLabel),
    ...folderKeys(file.roomId, file.effectiveLabel, file.folder),
    ...(file.swept ? [] : [UNSWEPT_FILES]),
  ];
}

export const files = defineCollection<File>({
  name: 'files',
  // Schema 3 adds list keys by folder. Files of schema 4 are counted in `folders`, have no key for all files of a room, and may
  // lie in its bin.
  upcasts: [sameBody, sameBody, sameBody],
  earlier: {
    schema: 3,
    body: (file) => (file.status === 'binned' ? undefined : file),
    keys: (file) => (file.status === 'deleted' ? [] : [`in:${file.roomId}`, ...keysOf(file)]),
  },
  id: (file) => file.id,
  position: (file) =>
    file.status === 'pending' ? file.requestedAt : file.status === 'available' ? file.confirmedAt : file.deletedAt,
  keys: keysOf,
});
