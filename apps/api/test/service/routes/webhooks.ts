import type { RowsByRoute } from './row.ts';

const SEEN_BY_OWNERS = 'only owners of the organisation call it, and they see every webhook';
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
  },
  'POST /webhooks': {
    rights: { scope: 'write:webhooks', allowed: ['owner', '201'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    body: { url: URL, types: ['room.destroyed'] },
  },
  'PATCH /webhooks/:id': {
    rights: {
      scope: 'write:webhooks',
      allowed: ['owner', 'WEBHOOK_NOT_FOUND'],
      refused: ['admin', 'INSUFFICIENT_ROLE'],
    },
    request: ofNone,
    body: { url: URL, types: null },
    hidden: SEEN_BY_OWNERS,
  },
  'DELETE /webhooks/:id': {
    rights: {
      scope: 'write:webhooks',
      allowed: ['owner', 'WEBHOOK_NOT_FOUND'],
      refused: ['admin', 'INSUFFICIENT_ROLE'],
    },
    request: ofNone,
    hidden: SEEN_BY_OWNERS,
  },
  'POST /webhooks/:id/rotate-secret': {
    rights: {
      scope: 'write:webhooks',
      allowed: ['owner', 'WEBHOOK_NOT_FOUND'],
      refused: ['admin', 'INSUFFICIENT_ROLE'],
    },
    request: ofNone,
    hidden: SEEN_BY_OWNERS,
  },
  'POST /webhooks/:id/enable': {
    rights: {
      scope: 'write:webhooks',
      allowed: ['owner', 'WEBHOOK_NOT_FOUND'],
      refused: ['admin', 'INSUFFICIENT_ROLE'],
    },
    request: ofNone,
    hidden: SEEN_BY_OWNERS,
  },
  'POST /webhooks/:id/deliveries': {
    rights: {
      scope: 'write:webhooks',
      allowed: ['owner', 'WEBHOOK_NOT_FOUND'],
      refused: ['admin', 'INSUFFICIENT_ROLE'],
    },
    request: ofNone,
    body: { event_id: '11111111-1111-4111-8111-111111111111' },
    hidden: SEEN_BY_OWNERS,
  },
} satisfies Partial<RowsByRoute>;
