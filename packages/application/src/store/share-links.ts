import type { SecretHash, ShareLink } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const shareSecretKey = (hash: SecretHash): string => `secret:${hash}`;
export const linksOfFile = (fileId: string): string => `file:${fileId}`;
export const linksOfRoom = (roomId: string): string => `room:${roomId}`;

export const shareLinks = defineCollection<ShareLink>({
  name: 'share-links',
  id: (link) => link.id,
  position: (link) => link.createdAt,
  keys: (link) => [linksOfFile(link.fileId), linksOfRoom(link.roomId)],
  uniqueKeys: (link) => [shareSecretKey(link.secretHash)],
});
