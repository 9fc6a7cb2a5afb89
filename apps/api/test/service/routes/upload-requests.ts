import { anItem, anUploadRequest, confirmationOf, OPENING, SENT } from '../../support/upload-requests.ts';
import { bob, type HiddenCase, hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const hiddenRequest: readonly HiddenCase[] = (['open', 'foreign'] as const).map((name) => ({
  why: `an upload request that another person made in a room: ${name}`,
  by: bob,
  params: ({ requests }) => ({ id: requests[name].id }),
  hides: 'id',
  code: 'REQUEST_NOT_FOUND',
}));

const hiddenItem: readonly HiddenCase[] = (
  [
    ['open', 'item_id'],
    ['foreign', 'item_id'],
    ['foreign', 'id'],
  ] as const
).map(([name, hides]) => ({
  why: `an item that another person asked for in a room: ${name}, by ${hides}`,
  by: bob,
  params: ({ rooms, items }) => ({ id: rooms[name], item_id: items[name] }),
  hides,
  code: 'ITEM_NOT_FOUND',
}));

const deadRequest: readonly HiddenCase[] = [
  {
    why: 'the secret of a request of a room that was deleted',
    by: bob,
    params: ({ requests }) => ({ token: requests.ofDeleted.token }),
    hides: 'token',
    code: 'REQUEST_NOT_FOUND',
  },
];

/** The routes of upload requests and of the inbox. The owner of the room made the request and sees its items. */
export const uploadRequestRows = {
  'POST /rooms/:id/upload-requests': {
    rights: { scope: 'write:files', allowed: ['contributor', '201'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    body: { expires_in: 60, max_files: 1, max_bytes: 10, message: 'x', client_jkt: 'A'.repeat(43) },
    hidden: hiddenRoom('id'),
  },
  'GET /rooms/:id/upload-requests': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ zoe, withBin }) => ({
      path: `/rooms/${withBin}/upload-requests`,
      by: zoe,
      add: () => zoe.post(`/rooms/${withBin}/upload-requests`, { expires_in: 3600 }),
    }),
  },
  'GET /upload-requests/:id': {
    rights: { scope: 'write:files', allowed: ['roomOwner', '200'], refused: ['contributor', 'REQUEST_NOT_FOUND'] },
    request: ({ asked }) => ({ params: { id: asked.id } }),
    hidden: hiddenRequest,
    isReadInItsOwnWay: true,
  },
  'POST /upload-requests/:id/open': {
    rights: {
      scope: 'write:files',
      allowed: ['roomOwner', 'REQUEST_OPENED'],
      refused: ['contributor', 'REQUEST_NOT_FOUND'],
    },
    request: ({ asked }) => ({ params: { id: asked.id }, body: OPENING }),
    body: OPENING,
    hidden: hiddenRequest,
  },
  'DELETE /upload-requests/:id': {
    rights: { scope: 'write:files', allowed: ['roomOwner', '200'], refused: ['contributor', 'REQUEST_NOT_FOUND'] },
    request: ({ toRevoke }) => ({ params: { id: toRevoke.id } }),
    hidden: hiddenRequest,
  },
  'GET /upload-requests/by-token/:token': {
    open: '200',
    request: ({ asked }) => ({ params: { token: asked.token } }),
    hidden: deadRequest,
    isReadInItsOwnWay: true,
  },
  'POST /upload-requests/by-token/:token/upload-url': {
    open: '200',
    request: ({ asked }) => ({ params: { token: asked.token }, body: SENT }),
    body: SENT,
    hidden: deadRequest,
  },
  'POST /upload-requests/by-token/:token/confirm': {
    open: 'FILE_NOT_FOUND',
    request: ({ asked }) => ({ params: { token: asked.token }, body: confirmationOf(asked.id, 'x') }),
    body: confirmationOf('another request', 'x'),
    hidden: deadRequest,
  },
  'GET /rooms/:id/inbox': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ zoe, withBin, world }) => ({
      path: `/rooms/${withBin}/inbox`,
      by: zoe,
      add: async () => {
        const made = await anUploadRequest(zoe, withBin);
        const item = await anItem(world.visitor, made);
        return { ...(await zoe.get(`/rooms/${withBin}/inbox`)), status: 201, body: { data: { id: item } } };
      },
      remove: (id) => zoe.post(`/rooms/${withBin}/inbox/${id}/refuse`),
    }),
  },
  'GET /rooms/:id/inbox/:item_id/download-url': {
    rights: { scope: 'download:files', allowed: ['roomOwner', '200'], refused: ['contributor', 'ITEM_NOT_FOUND'] },
    request: ({ item }) => ({ params: { item_id: item } }),
    hidden: hiddenItem,
    isReadInItsOwnWay: true,
  },
  'POST /rooms/:id/inbox/:item_id/accept': {
    rights: {
      scope: 'write:files',
      allowed: ['roomOwner', 'FILE_NOT_FOUND'],
      refused: ['contributor', 'ITEM_NOT_FOUND'],
    },
    request: ({ item }) => ({ params: { item_id: item }, body: { file_id: 'x' } }),
    body: { file_id: 'x' },
    hidden: hiddenItem,
  },
  'POST /rooms/:id/inbox/:item_id/refuse': {
    body: { reason: 'unsafe' },
    rights: { scope: 'write:files', allowed: ['roomOwner', '200'], refused: ['contributor', 'ITEM_NOT_FOUND'] },
    request: ({ toRefuse }) => ({ params: { item_id: toRefuse } }),
    hidden: hiddenItem,
  },
} satisfies Partial<RowsByRoute>;
