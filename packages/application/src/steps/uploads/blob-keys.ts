import type { FileId, RoomId } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';

/** The object name that an upload address is signed for. */
export const uploadKey = (roomId: RoomId, fileId: FileId): BlobKey => blobKey(`up/${roomId}/${fileId}`);

/** The name of the confirmed object: no upload address was ever signed for it. */
export const sealedKey = (roomId: RoomId, fileId: FileId, generation: string): BlobKey =>
  blobKey(`at/${roomId}/${fileId}/${generation}`);

/** Prefix of every sealed object of a file, including one whose confirmation was never committed. */
export const sealedPrefix = (roomId: RoomId, fileId: FileId): string => `at/${roomId}/${fileId}/`;

/** Prefix of every object of a room. */
export const roomPrefixes = (roomId: RoomId): readonly string[] => [`up/${roomId}/`, `at/${roomId}/`];
