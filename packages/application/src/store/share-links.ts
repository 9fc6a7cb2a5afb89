import type { SecretHash, ShareLink } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

export const shareSecretKey = (hash: SecretHash): string => `secret:${hash}`;
export const linksOfFile = (fileId: string): string => `file:${fileId}`;
export const linksOfRoom = (roomId: string): string => `room:${roomId}`;
/** Links of a room by the label of their file, for lists. */
export const linksOfRoomByLabel = (roomId: string, label: string): string => `room:${roomId}:${label}`;

export const shareLinks = defineCollection<ShareLink>({
  name: 'share-links',
  // Schema 2 adds list keys by room and label.
  upcasts: [sameBody],
  id: (link) => link.id,
  position: (link) => link.createdAt,
  keys: (link) => [linksOfFile(link.fileId), linksOfRoom(link.roomId), linksOfRoomByLabel(link.roomId, link.label)],
  uniqueKeys: (link) => [shareSecretKey(link.secretHash)],
});
