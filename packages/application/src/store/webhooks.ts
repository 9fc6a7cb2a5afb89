import type { Webhook } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const ALL_WEBHOOKS = 'all';

export const webhooks = defineCollection<Webhook>({
  name: 'webhooks',
  id: ({ id }) => id,
  position: ({ createdAt }) => createdAt,
  keys: () => [ALL_WEBHOOKS],
  shape: { url: 'text', createdBy: 'text', createdAt: 'number', position: 'number', secretNumber: 'number' },
});
