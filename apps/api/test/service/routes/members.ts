import { hiddenRoom } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of members and invitations of a room. */
export const memberRows = {
  'GET /rooms/:id/members': {
    rights: { scope: 'read:rooms', allowed: ['officer', '200'], refused: ['outsider', 'ROOM_NOT_FOUND'] },
    hidden: hiddenRoom('id'),
    list: ({ owner, ada, crowd, forRoom, next }) => ({
      path: `/rooms/${crowd}/members`,
      by: owner,
      id: 'user_id',
      add: () => ada.caller.post(`/rooms/${crowd}/members`, { user_id: next(forRoom).id, role: 'owner' }),
      remove: (id) => owner.delete(`/rooms/${crowd}/members/${id}`),
    }),
    isReadInItsOwnWay: true,
  },
  'POST /rooms/:id/members': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '201'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ people }) => ({ body: { user_id: people.outsider.id, role: 'contributor' } }),
    body: ({ auditor }) => ({ user_id: auditor.id, role: 'viewer' }),
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/members/bulk': {
    rights: { scope: 'write:members', allowed: ['roomOwner', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ people }) => ({ body: { items: [{ user_id: people.outsider.id, role: 'viewer' }] } }),
    body: ({ auditor }) => ({ items: [{ user_id: auditor.id, role: 'viewer' }] }),
    hidden: hiddenRoom('id'),
  },
  'POST /rooms/:id/invitations': {
    rights: {
      scope: 'write:members',
      allowed: ['roomOwner', '201'],
      refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
    },
    body: { email: 'new@example.com', role: 'viewer' },
    hidden: hiddenRoom('id'),
  },
  'DELETE /rooms/:id/members/:user_id': {
    rights: { scope: 'write:members', allowed: ['officer', '200'], refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'] },
    request: ({ people }) => ({ params: { user_id: people.viewer.id } }),
    hidden: [
      ...hiddenRoom('id', ({ bob: person }) => ({ user_id: person.id })),
      ...hiddenRoom('id', ({ ada }) => ({ user_id: ada.id })),
      {
        why: 'a user who is no member, for the owner of the room',
        by: ({ ada }) => ada.caller,
        params: ({ rooms, auditor: person }) => ({ id: rooms.open, user_id: person.id }),
        hides: 'user_id',
        code: 'MEMBER_NOT_FOUND',
      },
      {
        why: 'another member of a room whose members do not see each other',
        by: ({ guest }) => guest.caller,
        params: ({ closed, vic }) => ({ id: closed, user_id: vic.id }),
        hides: 'user_id',
        code: 'MEMBER_NOT_FOUND',
      },
    ],
  },
} satisfies Partial<RowsByRoute>;
