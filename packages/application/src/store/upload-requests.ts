import type { InboxItem, SecretHash, UploadRequest } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const requestSecretKey = (hash: SecretHash): string => `secret:${hash}`;
export const requestsOfRoom = (roomId: string): string => `room:${roomId}`;
/** As `requestsOfRoom`, of one maker. */
export const requestsOfRoomBy = (roomId: string, userId: string): string => `room:${roomId}:by:${userId}`;

/** As `requestsOfRoom`, of one maker in all rooms. */
export const requestsBy = (userId: string): string => `by:${userId}`;

/** Links through which people without an account send files. */
export const uploadRequests = defineCollection<UploadRequest>({
  name: 'upload-requests',
  id: ({ id }) => id,
  position: ({ createdAt }) => createdAt,
  keys: ({ roomId, createdBy }) => [requestsOfRoom(roomId), requestsOfRoomBy(roomId, createdBy), requestsBy(createdBy)],
  uniqueKeys: ({ opened }) => (opened === null ? [] : [requestSecretKey(opened.secretHash)]),
  shape: {
    roomId: 'text',
    createdBy: 'text',
    createdAt: 'number',
    expiresAt: 'number',
    maxFiles: 'number',
    maxBytes: 'number',
    announced: 'list',
    waiting: 'number',
  },
});

/** Every item of a room, also those that were handled. */
export const itemsOfRoom = (roomId: string): string => `room:${roomId}`;
/** The items that wait in the inbox of a room. */
export const inboxOfRoom = (roomId: string): string => `inbox:${roomId}`;
/** As `inboxOfRoom`, of one upload request. */
export const inboxOfRequest = (requestId: string): string => `request:${requestId}`;

/** Files that were sent through upload requests. */
export const inboxItems = defineCollection<InboxItem>({
  name: 'inbox-items',
  id: ({ id }) => id,
  position: ({ receivedAt }) => receivedAt,
  keys: ({ roomId, requestId, status }) => [
    itemsOfRoom(roomId),
    ...(status === 'waiting' ? [inboxOfRoom(roomId), inboxOfRequest(requestId)] : []),
  ],
  shape: { roomId: 'text', requestId: 'text', status: 'text', receivedAt: 'number' },
});
