import type { Webhook } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Webhooks of the organisation. */
export const ALL_WEBHOOKS = 'all';
/** Webhooks of the organisation that a user made. */
export const webhooksMadeBy = (userId: string): string => `own:${userId}`;
export const webhooksOfRoom = (roomId: string): string => `room:${roomId}`;
/** Enabled webhooks of rooms that a user made. */
export const webhooksInRoomsBy = (userId: string): string => `by:${userId}`;

export const webhooks = defineCollection<Webhook>({
  name: 'webhooks',
  id: ({ id }) => id,
  position: ({ createdAt }) => createdAt,
  keys: ({ roomId, createdBy, disabledAt }) =>
    roomId === undefined
      ? [ALL_WEBHOOKS, webhooksMadeBy(createdBy)]
      : [webhooksOfRoom(roomId), ...(disabledAt === null ? [webhooksInRoomsBy(createdBy)] : [])],
  shape: { url: 'text', createdBy: 'text', createdAt: 'number', position: 'number', secretNumber: 'number' },
});
