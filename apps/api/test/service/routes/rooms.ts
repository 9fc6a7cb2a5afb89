import { hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of rooms. */
export const roomRows = {
  'GET /rooms': {
    rights: { scope: 'read:rooms', allowed: ['outsider', '200'] },
    list: ({ rita }) => ({
      path: '/rooms',
      by: rita,
      add: () => rita.post('/rooms', { name: 'x', classification: 'C1' }),
      remove: (id) => rita.delete(`/rooms/${id}`),
    }),
  },
  'POST /rooms': {
    rights: { scope: 'write:rooms', allowed: ['outsider', '201'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    body: { name: 'x', description: '', classification: 'C1' },
  },
  'GET /rooms/:id': {
    rights: { scope: 'read:rooms', allowed: ['officer', '200'], refused: ['outsider', 'ROOM_NOT_FOUND'] },
    hidden: hiddenRoom('id'),
    isReadInItsOwnWay: true,
  },
  'PATCH /rooms/:id': {
    rights: { scope: 'write:rooms', allowed: ['roomOwner', '200'], refused: ['admin', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { name: 'x', description: 'y' },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/renumber': {
    rights: { scope: 'write:rooms', allowed: ['roomOwner', '200'], refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/archive': {
    rights: { scope: 'write:rooms', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/unarchive': {
    rights: { scope: 'write:rooms', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenRoom('id'),
  },
  'GET /rooms/:id/notifications': {
    rights: { scope: 'read:rooms', allowed: ['viewer', '200'] },
    hidden: hiddenRoom('id'),
  },
  'PATCH /rooms/:id/notifications': {
    rights: { allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { level: 'none' },
    hidden: hiddenRoom('id'),
  },
  'PATCH /rooms/:id/visit': {
    rights: { allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { seen_file_count: 1 },
    hidden: hiddenRoom('id'),
  },
  'PATCH /rooms/:id/favourite': {
    rights: { allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { favourite: true },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/exports': {
    rights: {
      scope: 'download:files',
      allowed: ['roomOwner', '201'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    body: { files: 1, manifest_sha256: 'a'.repeat(64) },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/sight': {
    rights: {
      scope: 'read:rooms',
      allowed: ['roomOwner', 'FOLDER_NOT_FOUND'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    body: { folder_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', groups: [] },
    hidden: hiddenRoom('id'),
  },
  'DELETE /rooms/:id': {
    rights: { scope: 'delete:rooms', allowed: ['owner', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenRoom('id'),
  },
  'GET /oversight/rooms': {
    rights: { scope: 'read:rooms', allowed: ['auditor', '200'], refused: ['roomOwner', 'INSUFFICIENT_ROLE'] },
    list: ({ owner, rita }) => ({
      path: '/oversight/rooms',
      by: owner,
      add: () => rita.post('/rooms', { name: 'x', classification: 'C1' }),
    }),
  },
} satisfies Partial<RowsByRoute>;
