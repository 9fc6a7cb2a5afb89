import { hiddenUser } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of users and their invitations. */
export const userRows = {
  'GET /users': {
    rights: { scope: 'read:users', allowed: ['outsider', '200'] },
    list: ({ ada, addUser }) => ({ path: '/users', by: ada.caller, add: addUser }),
  },
  'GET /users/:id': {
    rights: { scope: 'read:users', allowed: ['viewer', '200'] },
    hidden: hiddenUser,
    isReadInItsOwnWay: true,
  },
  'GET /users/:id/rooms': {
    rights: { scope: 'read:rooms', allowed: ['unitAdmin', '200'], refused: ['outsider', 'INSUFFICIENT_ROLE'] },
    request: ({ inUnit }) => ({ params: { id: inUnit.id } }),
    hidden: hiddenUser,
    list: ({ owner, rita, ritaId }) => ({
      path: `/users/${ritaId}/rooms`,
      by: owner,
      id: 'room_id',
      add: () => rita.post('/rooms', { name: 'x', classification: 'C1' }),
      remove: (id) => rita.delete(`/rooms/${id}`),
    }),
  },
  'PATCH /users/:id': {
    rights: { scope: 'write:users', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: () => ({ body: { external: true } }),
    body: { name: 'x', external: false },
    hidden: hiddenUser,
  },
  'POST /users/invite': {
    rights: { scope: 'write:users', allowed: ['unitAdmin', '201'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    body: { email: 'new@example.com', role: 'member' },
  },
  'POST /users/bulk-invite': {
    rights: { scope: 'write:users', allowed: ['unitAdmin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    body: { items: [{ email: 'new@example.com', role: 'member' }] },
  },
  'POST /email-changes/confirm': { open: 'EMAIL_CHANGE_NOT_FOUND', body: { token: 'sri_x' } },
  'POST /invitations/find': { open: 'INVITATION_NOT_FOUND', body: { token: 'sri_x' } },
  'POST /invitations/accept': {
    open: 'INVITATION_NOT_FOUND',
    body: { token: 'sri_x', name: 'x', password: 'a long enough one' },
  },
  'PATCH /users/:id/role': {
    rights: { scope: 'write:users', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    body: { role: 'auditor' },
    hidden: hiddenUser,
  },
  'PATCH /users/:id/clearance': {
    rights: { scope: 'write:clearance', allowed: ['officer', '200'], refused: ['unitAdmin', 'INSUFFICIENT_ROLE'] },
    body: { clearance_level: 'C2' },
    hidden: hiddenUser,
  },
  'POST /users/:id/deactivate': {
    rights: { scope: 'write:users', allowed: ['officer', '200'], refused: ['unitAdmin', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'POST /users/:id/reactivate': {
    rights: { scope: 'write:users', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ deactivated }) => ({ params: { id: deactivated.id } }),
    hidden: hiddenUser,
  },
  'POST /users/:id/erase': {
    rights: { scope: 'write:users', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'POST /users/:id/activation-link': {
    rights: { scope: 'write:users', allowed: ['admin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'DELETE /users/:id/invitation': {
    rights: {
      scope: 'write:users',
      allowed: ['unitAdmin', 'INVITATION_NOT_FOUND'],
      refused: ['officer', 'INSUFFICIENT_ROLE'],
    },
    hidden: hiddenUser,
  },
  'DELETE /users/:id/key-person': {
    rights: { scope: 'write:users', allowed: ['officer', '200'], refused: ['admin', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'DELETE /users/:id/second-factor': {
    rights: { scope: 'write:users', allowed: ['officer', '200'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'DELETE /users/:id/identity': {
    rights: { scope: 'write:users', allowed: ['officer', '200'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
} satisfies Partial<RowsByRoute>;
