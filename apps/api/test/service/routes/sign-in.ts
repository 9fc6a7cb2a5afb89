import { bob, hiddenUser } from '../hidden-cases.ts';
import type { Hidden } from '../hidden-things.ts';
import { PASSWORD } from '../lists-stage.ts';
import type { RowsByRoute } from './row.ts';

/** The routes of sign-in, of sessions and of tokens. */
export const signInRows = {
  'GET /me': { rights: { allowed: ['outsider', '200'] } },
  'GET /users/:id/tokens': {
    rights: { scope: 'read:tokens', allowed: ['officer', '200'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
    list: ({ owner, ada }) => ({
      path: `/users/${ada.id}/tokens`,
      by: owner,
      add: () => ada.caller.post('/tokens', { name: 'x' }),
    }),
  },
  'GET /tokens': {
    rights: { scope: 'read:tokens', allowed: ['outsider', '200'] },
    list: ({ tom }) => ({
      path: '/tokens',
      by: tom.session,
      add: () => tom.session.post('/tokens', { name: 'x' }),
      remove: (id) => tom.session.delete(`/tokens/${id}`),
    }),
  },
  'POST /tokens': {
    rights: { scope: 'write:tokens', allowed: ['outsider', '201'] },
    request: () => ({ body: { name: 'x' } }),
    body: { name: 'x', scopes: ['read:rooms'], expires_in: 60 },
  },
  'DELETE /tokens/:id': {
    rights: { scope: 'write:tokens', allowed: ['officer', '200'], refused: ['auditor', 'TOKEN_NOT_FOUND'] },
    hidden: [
      {
        why: 'the token of another user',
        by: bob,
        params: ({ tokens }) => ({ id: tokens.ada }),
        hides: 'id',
        code: 'TOKEN_NOT_FOUND',
      },
      {
        why: 'the token of a user above',
        by: ({ admin }) => admin.caller,
        params: ({ tokens }) => ({ id: tokens.owner }),
        hides: 'id',
        code: 'TOKEN_NOT_FOUND',
      },
    ],
    isReadInItsOwnWay: true,
  },
  'POST /sessions': { open: 'INVALID_CREDENTIALS', body: { email: 'x@example.com', password: 'x' } },
  'POST /sessions/second-factor/options': { open: 'SIGN_IN_REFUSED', body: { pending: 'x' } },
  'POST /sessions/second-factor': { open: 'SIGN_IN_REFUSED', body: { pending: 'x', code: '000000' } },
  'GET /me/notifications': { rights: { allowed: ['outsider', '200'] } },
  'PATCH /me/notifications': {
    rights: { allowed: ['outsider', '200'] },
    body: { level: 'daily', time_zone: 'Europe/Berlin' },
  },
  'GET /me/second-factor': { rights: { allowed: ['outsider', '200'] } },
  'POST /me/second-factor/options': { session: '200' },
  'POST /me/second-factor': { session: 'SIGN_IN_REFUSED', body: { state: 'x', code: '000000' } },
  'POST /me/second-factor/check': { session: 'SECOND_FACTOR_NOT_FOUND', body: { code: '000000' } },
  'POST /me/second-factor/recovery-codes': { session: 'SECOND_FACTOR_NOT_FOUND' },
  'DELETE /me/second-factor/:id': {
    session: 'SECOND_FACTOR_NOT_FOUND',
    request: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    hidden: 'callers find their own only',
  },
  'POST /device-logins': { open: '201', body: { client_name: 'x' } },
  'POST /device-logins/token': { open: 'DEVICE_CODE_EXPIRED', body: { device_code: 'srd_x' } },
  'POST /device-logins/find': { session: 'DEVICE_LOGIN_NOT_FOUND', body: { user_code: 'WDJB-MJHT' } },
  'POST /device-logins/allow': { session: 'DEVICE_LOGIN_NOT_FOUND', body: { user_code: 'WDJB-MJHT' } },
  'POST /device-logins/refuse': { session: 'DEVICE_LOGIN_NOT_FOUND', body: { user_code: 'WDJB-MJHT' } },
  'POST /password-reset': { open: '200', body: { email: 'x@example.com' } },
  'GET /me/sessions': {
    rights: { allowed: ['outsider', '200'] },
    list: ({ world, sid }) => ({
      path: '/me/sessions',
      by: sid.caller,
      add: async () => {
        const { status } = await world.visitor.post('/sessions', { email: sid.email, password: PASSWORD });
        const listed = await sid.caller.get('/me/sessions');
        return { ...listed, status, body: { data: listed.body.data[0] } };
      },
      remove: (id) => sid.caller.delete(`/me/sessions/${id}`),
    }),
  },
  'DELETE /me/sessions': { rights: { allowed: ['outsider', '200'] } },
  'DELETE /me/sessions/:id': {
    rights: { allowed: ['outsider', 'SESSION_NOT_FOUND'] },
    request: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    hidden: [
      {
        why: 'the session of another user',
        by: bob,
        params: ({ session }) => ({ id: session }),
        hides: 'id',
        code: 'SESSION_NOT_FOUND',
      },
    ],
  },
  'GET /users/:id/sessions': {
    rights: { allowed: ['officer', '200'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
    list: ({ owner, world, uma }) => ({
      path: `/users/${uma.id}/sessions`,
      by: owner,
      add: async () => {
        const { status } = await world.visitor.post('/sessions', { email: uma.email, password: PASSWORD });
        const listed = await owner.get(`/users/${uma.id}/sessions`);
        return { ...listed, status, body: { data: listed.body.data[0] } };
      },
      remove: (id) => owner.delete(`/users/${uma.id}/sessions/${id}`),
    }),
  },
  'DELETE /users/:id/sessions': {
    rights: { allowed: ['officer', '200'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    hidden: hiddenUser,
  },
  'DELETE /users/:id/sessions/:session_id': {
    rights: { allowed: ['officer', 'SESSION_NOT_FOUND'], refused: ['auditor', 'INSUFFICIENT_ROLE'] },
    request: () => ({
      params: { session_id: '00000000-0000-4000-8000-000000000000' },
    }),
    hidden: [
      ...hiddenUser.map((hidden) => ({
        ...hidden,
        params: (things: Hidden) => ({ ...hidden.params?.(things), session_id: things.session }),
      })),
      {
        why: 'the session of a user other than the one in the path',
        by: ({ owner }) => owner,
        params: ({ session, bob: other }) => ({ id: other.id, session_id: session }),
        hides: 'session_id',
        code: 'SESSION_NOT_FOUND',
      },
    ],
  },
  'DELETE /sessions/current': { session: '200' },
  'POST /me/key-person': { session: 'LINK_INVALID', body: { link: 'a.b.c' } },
  'DELETE /me/identity': { session: '200' },
  'POST /me/password': {
    request: () => ({ body: { new_password: 'a long enough one' } }),
    session: '200',
    body: { current_password: 'x', new_password: 'a long enough one' },
  },
} satisfies Partial<RowsByRoute>;
