import { hiddenGroup, hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const inRoom = hiddenRoom('id', ({ group }) => ({ group_id: group }));
const inGroup = hiddenRoom('id', ({ group, bob }) => ({ group_id: group, user_id: bob.id }));
const refused = ['viewer', 'INSUFFICIENT_ROOM_ROLE'] as const;

/** The routes of groups. */
export const groupRows = {
  'GET /rooms/:id/groups': {
    rights: { scope: 'read:rooms', allowed: ['viewer', '200'], refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'] },
    hidden: hiddenRoom('id'),
    list: ({ ada, filed }) => ({
      path: `/rooms/${filed}/groups`,
      by: ada.caller,
      add: () => ada.caller.post(`/rooms/${filed}/groups`, { name: crypto.randomUUID() }),
      remove: (id) => ada.caller.delete(`/rooms/${filed}/groups/${id}`),
    }),
  },
  'POST /rooms/:id/groups': {
    rights: {
      scope: 'write:members',
      allowed: ['roomOwner', '201'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    request: () => ({ body: { name: crypto.randomUUID() } }),
    body: { name: 'Bidder', description: 'x' },
    hidden: hiddenRoom('id'),
  },
  'PATCH /rooms/:id/groups/:group_id': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ group }) => ({ params: { group_id: group } }),
    body: { name: 'Renamed' },
    hidden: [...inRoom, ...hiddenGroup()],
  },
  'DELETE /rooms/:id/groups/:group_id': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ group }) => ({ params: { group_id: group } }),
    hidden: [...inRoom, ...hiddenGroup()],
  },
  'POST /rooms/:id/groups/:group_id/members': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ group, people }) => ({ params: { group_id: group }, body: { user_id: people.viewer.id } }),
    body: { user_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35' },
    hidden: [...inRoom, ...hiddenGroup()],
  },
  'POST /rooms/:id/groups/:group_id/members/bulk': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ group, people }) => ({
      params: { group_id: group },
      body: { items: [{ user_id: people.viewer.id }] },
    }),
    body: { items: [{ user_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35' }] },
    hidden: [...inRoom, ...hiddenGroup()],
  },
  'DELETE /rooms/:id/groups/:group_id/members/:user_id': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused },
    request: ({ group, people }) => ({ params: { group_id: group, user_id: people.viewer.id } }),
    hidden: [
      ...inGroup,
      ...hiddenGroup(({ bob }) => ({ user_id: bob.id })),
      {
        why: 'a user who is not in the room',
        by: ({ ada }) => ada.caller,
        params: ({ rooms, group, auditor }) => ({ id: rooms.open, group_id: group, user_id: auditor.id }),
        hides: 'user_id',
        code: 'MEMBER_NOT_FOUND',
      },
    ],
  },
} satisfies Partial<RowsByRoute>;
