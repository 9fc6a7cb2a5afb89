import { hiddenUnit, hiddenUser } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of org units. */
export const orgUnitRows = {
  'GET /org-units': {
    rights: { scope: 'read:org-units', allowed: ['outsider', '200'] },
    list: ({ owner, ada }) => ({
      path: '/org-units',
      by: ada.caller,
      add: () => owner.post('/org-units', { name: 'x' }),
    }),
  },
  'GET /org-units/:id': {
    rights: { scope: 'read:org-units', allowed: ['outsider', '200'] },
    hidden: hiddenUnit(),
    isReadInItsOwnWay: true,
  },
  'GET /org-units/:id/members': {
    rights: { scope: 'read:org-units', allowed: ['outsider', '200'] },
    hidden: hiddenUnit(),
    list: ({ owner, ada, unit, forUnit, next }) => ({
      path: `/org-units/${unit}/members`,
      by: ada.caller,
      id: 'user_id',
      add: () => owner.post(`/org-units/${unit}/members`, { user_id: next(forUnit).id, role: 'member' }),
      remove: (id) => owner.delete(`/org-units/${unit}/members/${id}`),
    }),
  },
  'POST /org-units': {
    rights: { scope: 'write:org-units', allowed: ['unitAdmin', '201'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ units }) => ({ body: { name: 'x', parent_id: units.own } }),
    body: ({ unit }) => ({ name: 'x', description: 'y', parent_id: unit }),
  },
  'PATCH /org-units/:id': {
    rights: { scope: 'write:org-units', allowed: ['admin', '200'], refused: ['unitAdmin', 'INSUFFICIENT_ROLE'] },
    request: ({ units }) => ({ params: { id: units.own } }),
    body: { name: 'x', description: 'y' },
    hidden: hiddenUnit(),
  },
  'DELETE /org-units/:id': {
    rights: { scope: 'write:org-units', allowed: ['admin', '200'], refused: ['unitAdmin', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUnit(),
  },
  'POST /org-units/:id/members': {
    rights: { scope: 'write:org-units', allowed: ['unitAdmin', '201'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ units, people }) => ({
      params: { id: units.own },
      body: { user_id: people.outsider.id, role: 'member' },
    }),
    body: ({ bob }) => ({ user_id: bob.id, role: 'member' }),
    hidden: hiddenUnit(),
  },
  'DELETE /org-units/:id/members/:user_id': {
    rights: { scope: 'write:org-units', allowed: ['unitAdmin', '200'], refused: ['officer', 'INSUFFICIENT_ROLE'] },
    request: ({ units, inUnit }) => ({ params: { id: units.below, user_id: inUnit.id } }),
    hidden: [
      ...hiddenUnit(({ ada }) => ({ user_id: ada.id })),
      {
        why: 'a user who is no member',
        by: ({ owner }) => owner,
        params: ({ unit, ada }) => ({ id: unit, user_id: ada.id }),
        hides: 'user_id',
        code: 'MEMBER_NOT_FOUND',
      },
    ],
  },
  'GET /users/:id/org-units': {
    rights: { scope: 'read:org-units', allowed: ['unitAdmin', '200'], refused: ['outsider', 'INSUFFICIENT_ROLE'] },
    request: ({ inUnit }) => ({ params: { id: inUnit.id } }),
    hidden: hiddenUser,
    list: ({ owner, ada, units, next }) => ({
      path: `/users/${ada.id}/org-units`,
      by: ada.caller,
      id: 'org_unit_id',
      add: () => owner.post(`/org-units/${next(units)}/members`, { user_id: ada.id, role: 'member' }),
      remove: (id) => owner.delete(`/org-units/${id}/members/${ada.id}`),
    }),
  },
} satisfies Partial<RowsByRoute>;
