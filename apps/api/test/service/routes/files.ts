import { aFile, IV, TAG } from '../../support/people-in-memory.ts';
import { hiddenFile, hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const UPLOAD = { name: 'a', size: 5, content_type: 'text/plain', classification: 'C1', folder: 'a/b' };

/** The routes of files, their uploads and downloads. */
export const fileRows = {
  'GET /rooms/:room_id/files': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('room_id'),
    list: ({ ada, room }) => ({
      path: `/rooms/${room}/files`,
      by: ada.caller,
      add: async () => ada.caller.get(`/files/${await aFile(ada.caller, room)}`),
      remove: (id) => ada.caller.delete(`/files/${id}`),
    }),
  },
  'POST /rooms/:room_id/files/upload-url': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: UPLOAD,
    hidden: hiddenRoom('room_id'),
  },
  'POST /rooms/:room_id/files/upload-urls': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { items: [UPLOAD, UPLOAD] },
    hidden: hiddenRoom('room_id'),
  },
  'POST /rooms/:room_id/files/bulk-confirm': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    request: () => ({ body: { items: [{ file_id: 'x', iv: IV, tag: TAG }] } }),
    body: ({ files }) => ({ items: [{ file_id: files.open, iv: IV, tag: TAG }] }),
    hidden: hiddenRoom('room_id'),
  },
  'POST /files/bulk-download-urls': {
    rights: { scope: 'download:files', allowed: ['outsider', '200'] },
    request: () => ({ body: { items: [{ file_id: 'x' }] } }),
    body: ({ files }) => ({ items: [{ file_id: files.open }] }),
  },
  'POST /rooms/:room_id/files/bulk-move': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    request: () => ({ body: { items: [{ file_id: 'x' }], folder_id: null } }),
    body: ({ files }) => ({ items: [{ file_id: files.open }], folder_id: null }),
    hidden: hiddenRoom('room_id'),
  },
  'POST /rooms/:room_id/files/bulk-delete': {
    rights: { scope: 'delete:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    request: () => ({ body: { items: [{ file_id: 'x' }] } }),
    body: ({ files }) => ({ items: [{ file_id: files.open }] }),
    hidden: hiddenRoom('room_id'),
  },
  'POST /rooms/:room_id/files/:file_id/confirm': {
    rights: { scope: 'write:files', allowed: ['roomOwner', '200'], refused: ['contributor', 'FILE_NOT_FOUND'] },
    request: ({ pending }) => ({ params: { file_id: pending } }),
    body: { iv: IV, tag: TAG },
    hidden: [
      ...hiddenRoom('room_id', ({ files }) => ({ file_id: files.foreign })),
      ...hiddenRoom('room_id', ({ files }) => ({ file_id: files.high })),
      ...hiddenFile(({ rooms }) => ({ room_id: rooms.open })).slice(0, -1),
    ],
  },
  'GET /files/:file_id': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'FILE_NOT_FOUND'] },
    hidden: hiddenFile(),
    isReadInItsOwnWay: true,
  },
  'GET /files/:file_id/download-url': {
    rights: { scope: 'download:files', allowed: ['viewer', '200'], refused: ['officer', 'FILE_NOT_FOUND'] },
    hidden: hiddenFile(),
  },
  'POST /files/:file_id/upload-parts': {
    rights: {
      scope: 'write:files',
      allowed: ['roomOwner', 'PARTS_NOT_OFFERED'],
      refused: ['contributor', 'FILE_NOT_FOUND'],
    },
    request: ({ pending }) => ({ params: { file_id: pending } }),
    body: { iv: IV },
    hidden: hiddenFile(),
  },
  'POST /files/:file_id/key-grant': {
    rights: { allowed: ['viewer', '200'], refused: ['officer', 'FILE_NOT_FOUND'] },
    body: { client_jkt: 'A'.repeat(43), op: 'open' },
    hidden: hiddenFile(),
  },
  'PATCH /files/:file_id': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { name: 'b', folder: 'c', classification: 'C2' },
    hidden: hiddenFile(),
  },
  'DELETE /files/:file_id': {
    rights: { scope: 'delete:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenFile(),
    isReadInItsOwnWay: true,
  },
} satisfies Partial<RowsByRoute>;
