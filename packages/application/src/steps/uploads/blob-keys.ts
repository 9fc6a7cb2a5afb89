import type { FileId, Iv, RoomId } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';

/**
 * The name of a file in a key begins with two characters of sixteen kinds. A store that makes a folder of the first two
 * characters makes sixteen for a room, and none for a file.
 */
const shelved = (fileId: FileId): string => `${fileId.slice(0, 1)}-${fileId}`;

/** The object name that an upload address is signed for. */
export const uploadKey = (roomId: RoomId, fileId: FileId): BlobKey => blobKey(`up/${roomId}/${shelved(fileId)}`);

/** The name of the confirmed object: no upload address was ever signed for it. */
export const sealedKey = (roomId: RoomId, fileId: FileId, generation: string): BlobKey =>
  blobKey(`at/${roomId}/${shelved(fileId)}-${generation}`);

/** Prefix of every part of an upload. */
export const partsPrefix = (roomId: RoomId, fileId: FileId): string => `up/${roomId}/${shelved(fileId)}/`;

/** An iv in characters of a key. */
const keyOf = (iv: Iv): string => Array.from(iv, (digit) => digit.charCodeAt(0).toString(16)).join('');

/** Prefix of the parts of one ciphertext. Parts of another iv are never joined with them. */
export const partsOfIv = (roomId: RoomId, fileId: FileId, iv: Iv): string =>
  `${partsPrefix(roomId, fileId)}${keyOf(iv)}/`;

/** Prefixes of every sealed object of a file, including one whose confirmation was never committed. */
export const sealedPrefixes = (roomId: RoomId, fileId: FileId): readonly string[] => [
  `at/${roomId}/${shelved(fileId)}-`,
  `at/${roomId}/${fileId}/`,
];

/** Prefix of every object of a room. */
export const roomPrefixes = (roomId: RoomId): readonly string[] => [`up/${roomId}/`, `at/${roomId}/`];
