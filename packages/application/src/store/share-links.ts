import type { SecretHash, ShareLink } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

export const shareSecretKey = (hash: SecretHash): string => `secret:${hash}`;
export const linksOfFile = (fileId: string): string => `file:${fileId}`;
export const linksOfRoom = (roomId: string): string => `room:${roomId}`;
/** Links of a room by the label of their file, for lists. */
export const linksOfRoomByLabel = (roomId: string, label: string): string => `room:${roomId}:${label}`;

/** As `linksOfFile`, of one creator. */
export const linksOfFileBy = (fileId: string, userId: string): string => `file:${fileId}:by:${userId}`;
/** As `linksOfRoomByLabel`, of one creator. */
export const linksOfRoomBy = (roomId: string, label: string, userId: string): string =>
  `room:${roomId}:${label}:by:${userId}`;

export const shareLinks = defineCollection<ShareLink>({
  name: 'share-links',
  // Schema 2 adds list keys by room and label, schema 3 those by creator.
  upcasts: [sameBody, sameBody],
  id: (link) => link.id,
  position: (link) => link.createdAt,
  keys: (link) => [
    linksOfFile(link.fileId),
    linksOfFileBy(link.fileId, link.createdBy),
    linksOfRoom(link.roomId),
    linksOfRoomByLabel(link.roomId, link.label),
    linksOfRoomBy(link.roomId, link.label, link.createdBy),
  ],
  uniqueKeys: (link) => [shareSecretKey(link.secretHash)],
});
