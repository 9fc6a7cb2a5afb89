import type { FileId, RoomId } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';

/** What an upload address is signed for. */
export const uploadKey = (roomId: RoomId, fileId: FileId): BlobKey => blobKey(`up/${roomId}/${fileId}`);

/** Where the confirmed object stands: a name that no upload address was ever signed for. */
export const sealedKey = (roomId: RoomId, fileId: FileId, generation: string): BlobKey =>
  blobKey(`at/${roomId}/${fileId}/${generation}`);

/** Every sealed object of a file, also one whose confirmation never came to its commit. */
export const sealedPrefix = (roomId: RoomId, fileId: FileId): string => `at/${roomId}/${fileId}/`;

/** Everything of a room. */
export const roomPrefixes = (roomId: RoomId): readonly string[] => [`up/${roomId}/`, `at/${roomId}/`];
