import type { Webhook } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Those of the organisation. */
export const ALL_WEBHOOKS = 'all';
export const webhooksOfRoom = (roomId: string): string => `room:${roomId}`;

export const webhooks = defineCollection<Webhook>({
  name: 'webhooks',
  id: ({ id }) => id,
  position: ({ createdAt }) => createdAt,
  keys: ({ roomId }) => [roomId === undefined ? ALL_WEBHOOKS : webhooksOfRoom(roomId)],
  shape: { url: 'text', createdBy: 'text', createdAt: 'number', position: 'number', secretNumber: 'number' },
});
