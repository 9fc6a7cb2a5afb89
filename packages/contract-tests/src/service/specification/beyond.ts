import { type Row, rowsOf } from './row.ts';

/** What the service offers beyond the specification. */
export const BEYOND: readonly Row[] = rowsOf('+ Beyond the specification', [
  [
    'I1-requests',
    'What a request may look like.',
    'JSON up to 1 MiB and 32 levels; unknown and repeated things are refused; 405 with `Allow`; `HEAD` is `GET` (1).',
  ],
  [
    'I1-order',
    'What is checked first.',
    '404 address, 405, 401, 429, 403 scope, 400, 404 hidden, 403 role, 409 state (1).',
  ],
  ['I2-oversight', 'Rooms can be administered by who is no member.', '`GET /oversight/rooms`; metadata only (2).'],
  ['I2-visibility', 'Who sees what.', 'Members whose clearance reaches room and file; nobody is exempt (2).'],
  [
    'I4-receipts',
    'The destruction of a room can be followed.',
    '`GET /destruction-receipts/:id` and its files (4 Rooms).',
  ],
  [
    'I4-shares',
    'Links can be listed, seen, revoked, peeked at.',
    '`GET|DELETE /shares/:id`, `GET /files/:id/shares`, `/shares/by-token/:token` (4 Share links).',
  ],
  [
    'I4-sessions',
    'People sign in with a password.',
    '`POST /sessions`, `DELETE /sessions/current`, `POST /me/password` (4 Users).',
  ],
  [
    'I4-activation-link',
    'An active user without a way in gets a fresh link.',
    '`POST /users/:id/activation-link` (4 Users).',
  ],
  ['I4-idempotency', 'A repeated request has one effect.', '`Idempotency-Key` on any POST (4 Idempotency).'],
  [
    'I7-objects',
    'The embedded object store serves signed addresses.',
    '`/blobs/…`: 403, 404, 413 and 416 in JSON (7).',
  ],
  [
    'I7-outside',
    'Health and documents stand outside of the prefix.',
    '`/healthz`, `/readyz`, `/docs`; the OpenAPI document is `GET /openapi.json` (4 Others).',
  ],
]);
