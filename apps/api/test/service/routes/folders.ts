import { hiddenFolder, hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const hidden = [...hiddenRoom('id', ({ folders }) => ({ folder_id: folders.foreign })), ...hiddenFolder];
const refused = ['viewer', 'INSUFFICIENT_ROOM_ROLE'] as const;

/** The routes of folders. */
export const folderRows = {
  'GET /rooms/:id/folders': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ ada, filed }) => ({
      isBounded: true,
      path: `/rooms/${filed}/folders`,
      by: ada.caller,
      add: () => ada.caller.post(`/rooms/${filed}/folders`, { path: `${crypto.randomUUID()} with blanks %20` }),
      remove: (id) => ada.caller.delete(`/rooms/${filed}/folders/${id}`),
    }),
  },
  'POST /rooms/:id/folders': {
    rights: { scope: 'write:files', allowed: ['contributor', '201'], refused },
    request: () => ({ body: { path: crypto.randomUUID() } }),
    body: { path: 'a/b' },
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/folders/bulk': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused },
    body: { items: [{ path: 'a' }, { path: 'a/b' }] },
    hidden: hiddenRoom('id'),
  },
  'GET /rooms/:id/folders/:folder_id': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'FOLDER_NOT_FOUND'] },
    request: ({ folder }) => ({ params: { folder_id: folder } }),
    hidden,
  },
  'PATCH /rooms/:id/folders/:folder_id': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused },
    request: ({ folder }) => ({ params: { folder_id: folder } }),
    body: { path: 'renamed' },
    hidden,
  },
  'PUT /rooms/:id/folders/:folder_id/access': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ folder }) => ({ params: { folder_id: folder } }),
    body: { groups: null },
    hidden,
  },
  'DELETE /rooms/:id/folders/:folder_id': {
    rights: { scope: 'delete:files', allowed: ['contributor', '200'], refused },
    request: ({ folder }) => ({ params: { folder_id: folder } }),
    hidden,
  },
} satisfies Partial<RowsByRoute>;
