import { aFile } from '../../support/people-in-memory.ts';
import { hiddenFile, hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of bins. The cast has a file that the contributor deleted. */
export const binRows = {
  'GET /rooms/:id/bin': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ zoe, withBin }) => ({
      path: `/rooms/${withBin}/bin`,
      by: zoe,
      add: async () => {
        const deleted = await aFile(zoe, withBin);
        return { ...(await zoe.delete(`/files/${deleted}`)), body: { data: { id: deleted } } };
      },
      remove: (id) => zoe.delete(`/rooms/${withBin}/bin/${id}`),
    }),
  },
  'POST /files/:file_id/restore': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'FILE_NOT_FOUND'] },
    request: ({ binned }) => ({ params: { file_id: binned } }),
    hidden: hiddenFile(),
  },
  'DELETE /rooms/:id/bin/:file_id': {
    rights: {
      scope: 'delete:files',
      allowed: ['roomOwner', '200'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    request: ({ binned }) => ({ params: { file_id: binned } }),
    hidden: [
      ...hiddenRoom('id', ({ files }) => ({ file_id: files.foreign })),
      ...hiddenFile(({ rooms }) => ({ id: rooms.open })).slice(0, -1),
    ],
  },
  'DELETE /rooms/:id/bin': {
    rights: {
      scope: 'delete:files',
      allowed: ['roomOwner', '200'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    hidden: hiddenRoom('id'),
  },
} satisfies Partial<RowsByRoute>;
