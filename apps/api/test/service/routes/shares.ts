import { deadSecret, hiddenFile, hiddenLink, hiddenRoom, linkOfUnseenMember } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of share links. */
export const shareRows = {
  'POST /files/:file_id/share': {
    rights: { scope: 'write:shares', allowed: ['contributor', '201'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { expires_in: 60, max_downloads: 1, name: 'x', recipient: 'y', message: 'z' },
    hidden: hiddenFile(),
  },
  'GET /files/:file_id/shares': {
    rights: { scope: 'read:shares', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenFile(),
    list: ({ ada, file }) => ({
      path: `/files/${file}/shares`,
      by: ada.caller,
      add: () => ada.caller.post(`/files/${file}/share`, { expires_in: 3600 }),
    }),
  },
  'GET /rooms/:id/shares': {
    rights: { scope: 'read:shares', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ ada, linked, file }) => ({
      path: `/rooms/${linked}/shares`,
      by: ada.caller,
      add: () => ada.caller.post(`/files/${file}/share`, { expires_in: 3600 }),
    }),
  },
  'POST /rooms/:id/packages': {
    rights: { scope: 'write:shares', allowed: ['contributor', '201'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    request: ({ file }) => ({ body: { expires_in: 60, items: [{ file_id: file }] } }),
    body: { expires_in: 60, folder_id: 'x', max_downloads: 1, name: 'x', recipient: 'y', message: 'z' },
    hidden: hiddenRoom('id'),
  },
  'GET /shares/:id': {
    rights: { scope: 'read:shares', allowed: ['contributor', '200'], refused: ['viewer', 'SHARE_NOT_FOUND'] },
    hidden: [...hiddenLink, linkOfUnseenMember],
    isReadInItsOwnWay: true,
  },
  'GET /shares/:id/files': {
    rights: { scope: 'read:shares', allowed: ['contributor', '200'], refused: ['viewer', 'SHARE_NOT_FOUND'] },
    hidden: [...hiddenLink, linkOfUnseenMember],
    list: ({ zoe, together }) => ({ path: `/shares/${together}/files`, by: zoe, id: 'file_id' }),
  },
  'PATCH /shares/:id': {
    rights: {
      scope: 'write:shares',
      allowed: ['roomOwner', '200'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    request: () => ({ body: { name: 'x' } }),
    body: {
      name: 'x',
      recipient: 'y',
      message: 'z',
      expires_at: '2036-11-21T00:00:00Z',
      max_downloads: 1,
    },
    hidden: [...hiddenLink, linkOfUnseenMember],
  },
  'DELETE /shares/:id': {
    rights: { scope: 'write:shares', allowed: ['officer', '200'], refused: ['contributor', 'SHARE_NOT_FOUND'] },
    hidden: [...hiddenLink, linkOfUnseenMember],
  },
  'GET /shares/by-token/:token': { open: '200', hidden: deadSecret, isReadInItsOwnWay: true },
  'POST /shares/by-token/:token/download': { open: '200', body: { client_jkt: 'A'.repeat(43) }, hidden: deadSecret },
  'POST /shares/by-token/:token/resume': {
    open: 'REDEMPTION_ENDED',
    body: { redemption: 'srr_x' },
    hidden: deadSecret,
  },
} satisfies Partial<RowsByRoute>;
