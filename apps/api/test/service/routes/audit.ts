import { aRoom } from '../../support/people-in-memory.ts';
import { auditor, HIDDEN_EXPLANATIONS, HIDDEN_ROOM_IDS, receiptOfOthers, SAME_TILES } from '../hidden-cases.ts';
import { roomAuditRequest } from './requests.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of the audit log, its receipts and explanations. */
export const auditRows = {
  'GET /audit-events': {
    rights: { scope: 'read:audit', allowed: ['roomOwner', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    request: roomAuditRequest,
    list: ({ ada, byAuditor }) => ({
      isBounded: true,
      path: `/audit-events?actor_id=${ada.id}`,
      by: byAuditor,
      add: () => ada.caller.post('/rooms', { name: 'x', classification: 'C1' }),
    }),
    named: HIDDEN_ROOM_IDS,
  },
  'GET /audit-events/export': {
    rights: { scope: 'read:audit', allowed: ['roomOwner', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    request: roomAuditRequest,
    named: HIDDEN_ROOM_IDS,
  },
  'GET /audit-events/follow': {
    rights: { scope: 'read:audit', allowed: ['roomOwner', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    request: roomAuditRequest,
    named: HIDDEN_ROOM_IDS,
  },
  'GET /audit-events/openings': {
    rights: { scope: 'read:audit', allowed: ['roomOwner', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    request: roomAuditRequest,
    named: HIDDEN_ROOM_IDS,
  },
  'GET /audit-events/:id/proof': {
    rights: { scope: 'read:audit', allowed: ['roomOwner', 'EVENT_NOT_FOUND'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    request: (cast) => ({ ...roomAuditRequest(cast), params: { id: 'no-event' } }),
    hidden: [
      {
        why: 'an event of a room above the clearance of the auditor',
        by: auditor,
        params: ({ events }) => ({ id: events.top }),
        hides: 'id',
        code: 'EVENT_NOT_FOUND',
      },
    ],
  },
  'GET /audit/tile/*path': {
    rights: {
      scope: 'read:audit',
      allowed: ['auditor', 'TILE_NOT_FOUND'],
      refused: ['roomOwner', 'INSUFFICIENT_ROLE'],
    },
    request: () => ({ params: { path: '0/x999/999' } }),
    hidden: SAME_TILES,
  },
  'GET /audit/checkpoint': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['roomOwner', 'INSUFFICIENT_ROLE'] },
  },
  'GET /audit/key': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
  },
  'GET /audit/export': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['roomOwner', 'INSUFFICIENT_ROLE'] },
  },
  'POST /access/explain': {
    rights: { scope: 'read:access', allowed: ['roomOwner', '200'], refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'] },
    request: (cast) => ({ body: { user_id: cast.people.viewer.id, action: 'room.see', room_id: cast.room } }),
    body: ({ bob, rooms }) => ({ user_id: bob.id, action: 'room.see', room_id: rooms.open }),
    named: HIDDEN_EXPLANATIONS,
  },
  'GET /destruction-receipts': {
    rights: { scope: 'read:audit', allowed: ['outsider', '200'] },
    list: ({ tom }) => ({
      path: '/destruction-receipts',
      by: tom.session,
      add: async () => {
        const { receipt_id } = (await tom.session.delete(`/rooms/${await aRoom(tom.session)}`)).body.data;
        return tom.session.get(`/destruction-receipts/${receipt_id}`);
      },
    }),
  },
  'GET /destruction-receipts/:id': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['outsider', 'RECEIPT_NOT_FOUND'] },
    hidden: [receiptOfOthers],
  },
  'GET /destruction-receipts/:id/files': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['outsider', 'RECEIPT_NOT_FOUND'] },
    hidden: [receiptOfOthers],
    list: ({ owner, receipt }) => ({
      path: `/destruction-receipts/${receipt}/files`,
      by: owner,
      id: 'file_id',
    }),
  },
  'GET /destruction-receipts/:id/proof': {
    rights: { scope: 'read:audit', allowed: ['auditor', '200'], refused: ['outsider', 'RECEIPT_NOT_FOUND'] },
    hidden: [receiptOfOthers],
  },
} satisfies Partial<RowsByRoute>;
