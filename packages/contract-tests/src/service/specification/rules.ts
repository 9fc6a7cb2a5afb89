import { type Row, rowsOf } from './row.ts';

/** Sections 5 to 9: authentication, events, errors, limits, versioning. */
export const RULES: readonly Row[] = [
  ...rowsOf('5 Authentication', [
    [
      'S5-1',
      'Every request carries `Authorization: Bearer <API_TOKEN>`.',
      '401 with `WWW-Authenticate` without; public are invitations, sign-in and share links (1).',
    ],
    [
      'S5-2',
      'API tokens are made in the settings.',
      '`/settings/tokens`, over `GET|POST /tokens` and `DELETE /tokens/:id` (4 API tokens).',
    ],
    [
      'S5-3',
      'Tokens can be scoped and have an expiry.',
      '`scopes`, `expires_in` (90 days when left out); a scoped token has the intersection (4 API tokens).',
    ],
    ['S5-4', 'A token carries the permissions of its user.', 'At each call, as they are then (4).'],
    ['S5-5', 'Tokens are secrets.', 'Told once, kept as a hash (4 API tokens).'],
    [
      'S5-6',
      '`GET /users` needs `read:users`; other scopes are open.',
      'Nineteen scopes, each operation names its own; else 403 `INSUFFICIENT_SCOPE` (4 Scopes).',
    ],
    [
      'S5-7',
      'Deleting a file needs the room role owner or contributor.',
      'Else 403 `INSUFFICIENT_ROOM_ROLE` (4 Files).',
    ],
    [
      'S5-8',
      'Who may call the other operations is open.',
      'Decided by one policy table; `POST /access/explain` tells why (4).',
    ],
  ]),
  ...rowsOf('6 Events', [
    [
      'S6-events',
      'Events and notifications are open.',
      'An audit log of every change, every release of a key and every denial: `GET /audit-events` (4 Audit).',
    ],
  ]),
  ...rowsOf('7 Errors', [
    ['S7-code', '`error.code`: a symbolic code in upper case.', 'As stated (1).'],
    ['S7-message', '`error.message`: a text for people.', 'As stated (1).'],
    ['S7-status', '`error.status`: the status of the answer.', 'As stated (1).'],
    [
      'S7-1',
      'A room that is not there and one without access are answered alike: 404 `ROOM_NOT_FOUND`.',
      'Byte for byte but the request id; likewise for all that can be hidden (1).',
    ],
    ['S7-2', 'The list of codes is open.', 'One table, printed as the errors page (1).'],
  ]),
  ...rowsOf('8 Limits', [
    [
      'S8-rate',
      '1000 requests a minute and token.',
      'A fixed window from the first call; without a token by address (5).',
    ],
    ['S8-upload', 'A file has at most 100 MB.', '104 857 600 bytes, else 413 `FILE_TOO_LARGE` (4 Files).'],
    [
      'S8-bulk',
      'At most 100 items in a bulk request.',
      'Else 400 `BULK_LIMIT_EXCEEDED`, and nothing is done (4 Bulk).',
    ],
    ['S8-header-limit', '`X-RateLimit-Limit` on every answer.', 'As stated (5).'],
    ['S8-header-remaining', '`X-RateLimit-Remaining` on every answer.', 'As stated (5).'],
    ['S8-header-reset', '`X-RateLimit-Reset` on every answer, in Unix seconds.', 'As stated, rounded up (5).'],
    ['S8-invitation', 'An activation link works for 72 hours.', 'As stated (4 Users).'],
    ['S8-expires-in', '`expires_in` of a link is in seconds.', 'As stated (4 Share links).'],
    [
      'S8-max-downloads',
      '`max_downloads` is optional.',
      'Absent or null is any number; the cap is exact (4 Share links).',
    ],
    ['S8-iv', 'The IV has 96 bits.', 'Else 400 `INVALID_IV` (4 Files).'],
    [
      'S8-exceeded',
      'What is answered beyond the rate is open.',
      '429 `RATE_LIMIT_EXCEEDED` with `Retry-After` (1, 5).',
    ],
    [
      'S8-bulk-operations',
      'Which operations are bulk is open.',
      'Members, upload addresses, deletion of files, invitations (4 Bulk).',
    ],
    [
      'S8-per-page',
      'Default and most of `per_page` are open.',
      '50; more than 100 is taken as 100, less than 1 is 400 (3).',
    ],
    [
      'S8-bounds',
      'Bounds of `expires_in` and `max_downloads` are open.',
      '1 to 31 536 000 and 1 to 100 000 (4 Share links).',
    ],
  ]),
  ...rowsOf('9 Versioning', [
    ['S9-prefix', 'The version stands in the path.', '`/api/v1`; fields may be added, nothing else changes (1).'],
  ]),
];
