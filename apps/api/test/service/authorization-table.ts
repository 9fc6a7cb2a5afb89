import type { Scope } from '@strongroom/domain';
import { IV, TAG } from '../support/people-in-memory.ts';
import type { Cast, People } from './cast.ts';

type Request = Readonly<{ params?: Readonly<Record<string, string>>; query?: string; body?: object }>;
export type Outcome = readonly [person: keyof People, outcome: string];

/**
 * One request of an operation, and its outcome (a status, or the code of the refusal) for one user who may and one who
 * may not. The tests in packages/domain/test/policy show who may do what in every situation; these rows show that each
 * route asks for its own decision. The two users of a row are chosen so that a wrong action would answer otherwise.
 */
export type Expectation = Readonly<{
  request: (cast: Cast) => Request;
  scope?: Scope;
  allowed?: Outcome;
  refused?: Outcome;
  /** Outcome for everyone, with or without a credential. */
  open?: string;
  /** Outcome with a session; an API token is refused. */
  session?: string;
}>;

const nothing = (): Request => ({});
const aCode = (): Request => ({ body: { user_code: 'WDJB-MJHT' } });
const room = (name: string, body?: object) => (cast: Cast) => ({
  params: { [name]: cast.room },
  ...(body === undefined ? {} : { body }),
});
const file = (body?: object) => (cast: Cast) => ({
  params: { file_id: cast.file },
  ...(body === undefined ? {} : { body }),
});
const user =
  (body?: object) =>
  ({ people }: Cast) => ({ params: { id: people.outsider.id }, ...(body === undefined ? {} : { body }) });
const UPLOAD = { name: 'a', size: 5, content_type: 'text/plain' };
const receipt = (cast: Cast) => ({ params: { id: cast.receipt } });
const auditOfRoom = (cast: Cast) => ({ query: `?room_id=${cast.room}` });

export const AUTHORIZATION: Readonly<Record<string, Expectation>> = {
  'GET /rooms': { scope: 'read:rooms', request: nothing, allowed: ['outsider', '200'] },
  'POST /rooms': {
    scope: 'write:rooms',
    request: () => ({ body: { name: 'x', classification: 'C1' } }),
    allowed: ['outsider', '201'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'GET /rooms/:id': {
    scope: 'read:rooms',
    request: room('id'),
    allowed: ['officer', '200'],
    refused: ['outsider', 'ROOM_NOT_FOUND'],
  },
  'PATCH /rooms/:id': {
    scope: 'write:rooms',
    request: room('id', { name: 'y' }),
    allowed: ['roomOwner', '200'],
    refused: ['admin', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /rooms/:id/archive': {
    scope: 'write:rooms',
    request: room('id'),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /rooms/:id/unarchive': {
    scope: 'write:rooms',
    request: room('id'),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /rooms/:id': {
    scope: 'delete:rooms',
    request: room('id'),
    allowed: ['owner', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /oversight/rooms': {
    scope: 'read:rooms',
    request: nothing,
    allowed: ['auditor', '200'],
    refused: ['roomOwner', 'INSUFFICIENT_ROLE'],
  },
  'GET /rooms/:id/members': {
    scope: 'read:rooms',
    request: room('id'),
    allowed: ['officer', '200'],
    refused: ['outsider', 'ROOM_NOT_FOUND'],
  },
  'POST /rooms/:id/members': {
    scope: 'write:members',
    request: ({ room: id, people }) => ({ params: { id }, body: { user_id: people.outsider.id, role: 'contributor' } }),
    allowed: ['roomOwner', '201'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /rooms/:id/members/bulk': {
    scope: 'write:members',
    request: ({ room: id, people }) => ({
      params: { id },
      body: { items: [{ user_id: people.outsider.id, role: 'viewer' }] },
    }),
    allowed: ['roomOwner', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /rooms/:id/invitations': {
    scope: 'write:members',
    request: room('id', { email: 'new@example.com', role: 'viewer' }),
    allowed: ['roomOwner', '201'],
    refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'DELETE /rooms/:id/members/:user_id': {
    scope: 'write:members',
    request: ({ room: id, people }) => ({ params: { id, user_id: people.viewer.id } }),
    allowed: ['officer', '200'],
    refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /rooms/:room_id/files': {
    scope: 'read:files',
    request: room('room_id'),
    allowed: ['viewer', '200'],
    refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /rooms/:id/folders': {
    scope: 'read:files',
    request: room('id'),
    allowed: ['viewer', '200'],
    refused: ['officer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /rooms/:room_id/files/upload-url': {
    scope: 'write:files',
    request: room('room_id', UPLOAD),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /rooms/:room_id/files/upload-urls': {
    scope: 'write:files',
    request: room('room_id', { items: [UPLOAD] }),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /rooms/:room_id/files/bulk-confirm': {
    scope: 'write:files',
    request: room('room_id', { items: [{ file_id: 'x', iv: IV, tag: TAG }] }),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /files/bulk-download-urls': {
    scope: 'download:files',
    request: () => ({ body: { items: [{ file_id: 'x' }] } }),
    allowed: ['outsider', '200'],
  },
  'POST /rooms/:room_id/files/bulk-delete': {
    scope: 'delete:files',
    request: room('room_id', { items: [{ file_id: 'x' }] }),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /rooms/:room_id/files/:file_id/confirm': {
    scope: 'write:files',
    request: (cast) => ({ params: { room_id: cast.room, file_id: cast.pending }, body: { iv: IV, tag: TAG } }),
    allowed: ['roomOwner', '200'],
    refused: ['contributor', 'FILE_NOT_FOUND'],
  },
  'GET /files/:file_id': {
    scope: 'read:files',
    request: file(),
    allowed: ['viewer', '200'],
    refused: ['officer', 'FILE_NOT_FOUND'],
  },
  'GET /files/:file_id/download-url': {
    scope: 'download:files',
    request: file(),
    allowed: ['viewer', '200'],
    refused: ['officer', 'FILE_NOT_FOUND'],
  },
  'POST /files/:file_id/upload-parts': {
    scope: 'write:files',
    request: (cast) => ({ params: { file_id: cast.pending }, body: { iv: IV } }),
    allowed: ['roomOwner', 'PARTS_NOT_OFFERED'],
    refused: ['contributor', 'FILE_NOT_FOUND'],
  },
  'POST /files/:file_id/key-grant': {
    request: file({ client_jkt: 'A'.repeat(43) }),
    allowed: ['viewer', '200'],
    refused: ['officer', 'FILE_NOT_FOUND'],
  },
  'PATCH /files/:file_id': {
    scope: 'write:files',
    request: file({ name: 'b' }),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'DELETE /files/:file_id': {
    scope: 'delete:files',
    request: file(),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'POST /files/:file_id/share': {
    scope: 'write:shares',
    request: file({ expires_in: 60 }),
    allowed: ['contributor', '201'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /files/:file_id/shares': {
    scope: 'read:shares',
    request: file(),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /rooms/:id/shares': {
    scope: 'read:shares',
    request: room('id'),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /shares/:id': {
    scope: 'read:shares',
    request: ({ share }) => ({ params: { id: share.id } }),
    allowed: ['contributor', '200'],
    refused: ['viewer', 'SHARE_NOT_FOUND'],
  },
  'PATCH /shares/:id': {
    scope: 'write:shares',
    request: ({ share }) => ({ params: { id: share.id }, body: { name: 'x' } }),
    allowed: ['roomOwner', '200'],
    refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'DELETE /shares/:id': {
    scope: 'write:shares',
    request: ({ share }) => ({ params: { id: share.id } }),
    allowed: ['officer', '200'],
    refused: ['contributor', 'SHARE_NOT_FOUND'],
  },
  'GET /shares/by-token/:token': { request: ({ share }) => ({ params: { token: share.token } }), open: '200' },
  'POST /shares/by-token/:token/download': {
    request: ({ share }) => ({ params: { token: share.token } }),
    open: '200',
  },
  'POST /shares/by-token/:token/resume': {
    request: ({ share }) => ({ params: { token: share.token }, body: { redemption: 'srr_x' } }),
    open: 'REDEMPTION_ENDED',
  },
  'GET /me': { request: nothing, allowed: ['outsider', '200'] },
  'GET /users': { scope: 'read:users', request: nothing, allowed: ['outsider', '200'] },
  'GET /users/:id': { scope: 'read:users', request: user(), allowed: ['viewer', '200'] },
  'PATCH /users/:id': {
    scope: 'write:users',
    request: user({ external: true }),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /users/invite': {
    scope: 'write:users',
    request: () => ({ body: { email: 'new@example.com', role: 'member' } }),
    allowed: ['unitAdmin', '201'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /users/bulk-invite': {
    scope: 'write:users',
    request: () => ({ body: { items: [{ email: 'new@example.com', role: 'member' }] } }),
    allowed: ['unitAdmin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /invitations/find': { request: () => ({ body: { token: 'sri_x' } }), open: 'INVITATION_NOT_FOUND' },
  'POST /invitations/accept': {
    request: () => ({ body: { token: 'sri_x', name: 'x' } }),
    open: 'INVITATION_NOT_FOUND',
  },
  'PATCH /users/:id/role': {
    scope: 'write:users',
    request: user({ role: 'auditor' }),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'PATCH /users/:id/clearance': {
    scope: 'write:clearance',
    request: user({ clearance_level: 'C1' }),
    allowed: ['officer', '200'],
    refused: ['unitAdmin', 'INSUFFICIENT_ROLE'],
  },
  'POST /users/:id/deactivate': {
    scope: 'write:users',
    request: user(),
    allowed: ['officer', '200'],
    refused: ['unitAdmin', 'INSUFFICIENT_ROLE'],
  },
  'POST /users/:id/reactivate': {
    scope: 'write:users',
    request: ({ deactivated }) => ({ params: { id: deactivated.id } }),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'POST /users/:id/activation-link': {
    scope: 'write:users',
    request: user(),
    allowed: ['admin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /users/:id/invitation': {
    scope: 'write:users',
    request: user(),
    allowed: ['unitAdmin', 'INVITATION_NOT_FOUND'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'GET /users/:id/tokens': {
    scope: 'read:tokens',
    request: user(),
    allowed: ['officer', '200'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'GET /tokens': { scope: 'read:tokens', request: nothing, allowed: ['outsider', '200'] },
  'POST /tokens': { scope: 'write:tokens', request: () => ({ body: { name: 'x' } }), allowed: ['outsider', '201'] },
  'DELETE /tokens/:id': {
    scope: 'write:tokens',
    request: ({ token }) => ({ params: { id: token } }),
    allowed: ['officer', '200'],
    refused: ['auditor', 'TOKEN_NOT_FOUND'],
  },
  'POST /sessions': {
    request: () => ({ body: { email: 'x@example.com', password: 'x' } }),
    open: 'INVALID_CREDENTIALS',
  },
  'POST /device-logins': { request: () => ({ body: { client_name: 'x' } }), open: '201' },
  'POST /device-logins/token': { request: () => ({ body: { device_code: 'srd_x' } }), open: 'DEVICE_CODE_EXPIRED' },
  'POST /device-logins/find': { request: aCode, session: 'DEVICE_LOGIN_NOT_FOUND' },
  'POST /device-logins/allow': { request: aCode, session: 'DEVICE_LOGIN_NOT_FOUND' },
  'POST /device-logins/refuse': { request: aCode, session: 'DEVICE_LOGIN_NOT_FOUND' },
  'POST /password-reset': { request: () => ({ body: { email: 'x@example.com' } }), open: '200' },
  'GET /me/sessions': { request: nothing, allowed: ['outsider', '200'] },
  'DELETE /me/sessions': { request: nothing, allowed: ['outsider', '200'] },
  'DELETE /me/sessions/:id': {
    request: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    allowed: ['outsider', 'SESSION_NOT_FOUND'],
  },
  'GET /users/:id/sessions': {
    request: user(),
    allowed: ['officer', '200'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /users/:id/sessions': {
    request: user(),
    allowed: ['officer', '200'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /users/:id/sessions/:session_id': {
    request: ({ people }) => ({
      params: { id: people.outsider.id, session_id: '00000000-0000-4000-8000-000000000000' },
    }),
    allowed: ['officer', 'SESSION_NOT_FOUND'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /sessions/current': { request: nothing, session: '200' },
  'POST /me/key-person': { request: () => ({ body: { link: 'a.b.c' } }), session: 'LINK_INVALID' },
  'DELETE /users/:id/key-person': {
    scope: 'write:users',
    request: user(),
    allowed: ['officer', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /me/identity': { request: nothing, session: '200' },
  'DELETE /users/:id/identity': {
    scope: 'write:users',
    request: user(),
    allowed: ['officer', '200'],
    refused: ['auditor', 'INSUFFICIENT_ROLE'],
  },
  'POST /me/password': { request: () => ({ body: { new_password: 'a long enough one' } }), session: '200' },
  'GET /org-units': { scope: 'read:org-units', request: nothing, allowed: ['outsider', '200'] },
  'GET /org-units/:id': {
    scope: 'read:org-units',
    request: ({ units }) => ({ params: { id: units.other } }),
    allowed: ['outsider', '200'],
  },
  'GET /org-units/:id/members': {
    scope: 'read:org-units',
    request: ({ units }) => ({ params: { id: units.other } }),
    allowed: ['outsider', '200'],
  },
  'POST /org-units': {
    scope: 'write:org-units',
    request: ({ units }) => ({ body: { name: 'x', parent_id: units.own } }),
    allowed: ['unitAdmin', '201'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'PATCH /org-units/:id': {
    scope: 'write:org-units',
    request: ({ units }) => ({ params: { id: units.own }, body: { name: 'y' } }),
    allowed: ['admin', '200'],
    refused: ['unitAdmin', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /org-units/:id': {
    scope: 'write:org-units',
    request: ({ units }) => ({ params: { id: units.other } }),
    allowed: ['admin', '200'],
    refused: ['unitAdmin', 'INSUFFICIENT_ROLE'],
  },
  'POST /org-units/:id/members': {
    scope: 'write:org-units',
    request: ({ units, people }) => ({
      params: { id: units.own },
      body: { user_id: people.outsider.id, role: 'member' },
    }),
    allowed: ['unitAdmin', '201'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'DELETE /org-units/:id/members/:user_id': {
    scope: 'write:org-units',
    request: ({ units, inUnit }) => ({ params: { id: units.below, user_id: inUnit.id } }),
    allowed: ['unitAdmin', '200'],
    refused: ['officer', 'INSUFFICIENT_ROLE'],
  },
  'GET /users/:id/org-units': {
    scope: 'read:org-units',
    request: ({ inUnit }) => ({ params: { id: inUnit.id } }),
    allowed: ['unitAdmin', '200'],
    refused: ['outsider', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit-events': {
    scope: 'read:audit',
    request: auditOfRoom,
    allowed: ['roomOwner', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit-events/export': {
    scope: 'read:audit',
    request: auditOfRoom,
    allowed: ['roomOwner', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit-events/openings': {
    scope: 'read:audit',
    request: auditOfRoom,
    allowed: ['roomOwner', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit-events/:id/proof': {
    scope: 'read:audit',
    request: (cast) => ({ ...auditOfRoom(cast), params: { id: 'no-event' } }),
    allowed: ['roomOwner', 'EVENT_NOT_FOUND'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit/tile/*path': {
    scope: 'read:audit',
    request: () => ({ params: { path: '0/x999/999' } }),
    allowed: ['auditor', 'TILE_NOT_FOUND'],
    refused: ['roomOwner', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit/checkpoint': {
    scope: 'read:audit',
    request: nothing,
    allowed: ['auditor', '200'],
    refused: ['roomOwner', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit/key': {
    scope: 'read:audit',
    request: nothing,
    allowed: ['auditor', '200'],
    refused: ['admin', 'INSUFFICIENT_ROLE'],
  },
  'GET /audit/export': {
    scope: 'read:audit',
    request: nothing,
    allowed: ['auditor', '200'],
    refused: ['roomOwner', 'INSUFFICIENT_ROLE'],
  },
  'POST /access/explain': {
    scope: 'read:access',
    request: (cast) => ({ body: { user_id: cast.people.viewer.id, action: 'room.see', room_id: cast.room } }),
    allowed: ['roomOwner', '200'],
    refused: ['contributor', 'INSUFFICIENT_ROOM_ROLE'],
  },
  'GET /destruction-receipts': { scope: 'read:audit', request: nothing, allowed: ['outsider', '200'] },
  'GET /destruction-receipts/:id': {
    scope: 'read:audit',
    request: receipt,
    allowed: ['auditor', '200'],
    refused: ['outsider', 'RECEIPT_NOT_FOUND'],
  },
  'GET /destruction-receipts/:id/files': {
    scope: 'read:audit',
    request: receipt,
    allowed: ['auditor', '200'],
    refused: ['outsider', 'RECEIPT_NOT_FOUND'],
  },
  'GET /destruction-receipts/:id/proof': {
    scope: 'read:audit',
    request: receipt,
    allowed: ['auditor', '200'],
    refused: ['outsider', 'RECEIPT_NOT_FOUND'],
  },
  'GET /classifications': { request: nothing, allowed: ['outsider', '200'] },
  'GET /openapi.json': { request: nothing, open: '200' },
  'GET /service': { request: nothing, open: '200' },
};
