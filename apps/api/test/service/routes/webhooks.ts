import { auditor, bob, HIDDEN_ROOM_IDS, type HiddenCase } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const hiddenWebhook: readonly HiddenCase[] = (
  [
    ['of a room in which the caller is no owner', 'open', bob],
    ['of a room of others', 'foreign', bob],
    ['of a room above the clearance of an overseer', 'top', auditor],
  ] as const
).map(([why, name, by]) => ({
  why: `a webhook ${why}`,
  by,
  params: ({ webhooks }) => ({ id: webhooks[name] }),
  hides: 'id',
  code: 'WEBHOOK_NOT_FOUND',
}));
const URL = 'https://127.0.0.1/hooks';
const ofNone = () => ({ params: { id: '11111111-1111-4111-8111-111111111111' } });

/** The routes of webhooks. */
export const webhookRows = {
  'GET /webhooks': {
    rights: { scope: 'read:webhooks', allowed: ['owner', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    list: ({ owner }) => ({
      path: '/webhooks',
      by: owner,
      add: () => owner.post('/webhooks', { url: URL, types: ['room.destroyed'] }),
      remove: (id) => owner.delete(`/webhooks/${id}`),
    }),
    named: HIDDEN_ROOM_IDS,
  },
  'POST /webhooks': {
    rights: { scope: 'write:webhooks', allowed: ['owner', '201'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    body: { url: URL, types: ['room.destroyed'] },
  },
  'PATCH /webhooks/:id': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    body: { url: URL, types: null },
    hidden: hiddenWebhook,
  },
  'DELETE /webhooks/:id': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    hidden: hiddenWebhook,
  },
  'POST /webhooks/:id/rotate-secret': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    hidden: hiddenWebhook,
  },
  'POST /webhooks/:id/enable': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    hidden: hiddenWebhook,
  },
  'GET /webhooks/:id/deliveries': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    hidden: hiddenWebhook,
    list: ({ ada, webhook }) => ({
      path: `/webhooks/${webhook}/deliveries`,
      by: ada.caller,
      add: () => ada.caller.post(`/webhooks/${webhook}/deliveries`, {}),
    }),
  },
  'POST /webhooks/:id/deliveries': {
    rights: { scope: 'write:webhooks', allowed: ['owner', 'WEBHOOK_NOT_FOUND'] },
    request: ofNone,
    body: { event_id: '11111111-1111-4111-8111-111111111111' },
    hidden: hiddenWebhook,
  },
} satisfies Partial<RowsByRoute>;
