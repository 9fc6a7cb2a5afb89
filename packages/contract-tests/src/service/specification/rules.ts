import { type SpecificationRow, sectionRows } from './row.ts';

/** Rows of authentication, events, errors, limits and versioning. */
export const RULE_ROWS: readonly SpecificationRow[] = [
  ...sectionRows('5 Authentication', [
    [
      'S5-1',
      'Every request carries `Authorization: Bearer <API_TOKEN>`.',
      'Else 401 with `WWW-Authenticate: Bearer`. A session takes the place of an API token. Public are accepting an invitation, signing in, looking at and redeeming a share link, `GET /openapi.json` and `GET /service`.',
    ],
    [
      'S5-2',
      'API tokens are made in the settings.',
      'The page `/settings/tokens`, which uses `GET|POST /tokens` and `DELETE /tokens/:id`.',
    ],
    [
      'S5-3',
      'Tokens can be scoped and have an expiry.',
      '`scopes`, and `expires_in` (90 days when left out). A scoped token may do what both its scopes and its user may.',
    ],
    ['S5-4', 'A token carries the permissions of its user.', 'As they are at each call.'],
    ['S5-5', 'Tokens are secrets.', 'Shown once; the service keeps a hash.'],
    [
      'S5-6',
      '`GET /users` needs `read:users`; other scopes are open.',
      'Nineteen scopes. An operation asks for one or none ([scopes](scopes.md)); a token without it is refused with 403 `INSUFFICIENT_SCOPE`.',
    ],
    ['S5-7', 'Deleting a file needs the room role owner or contributor.', 'Else 403 `INSUFFICIENT_ROOM_ROLE`.'],
    [
      'S5-8',
      'Permissions for the other operations are open.',
      'Decided by one policy table ([permissions](permissions.md)); `POST /access/explain` gives the reasons and requires the room or file of the action.',
    ],
  ]),
  ...sectionRows('6 Events', [
    [
      'S6-events',
      'Events and notifications are open.',
      'An audit log of every change, every release of a key and every denial of a signed-in caller: `GET /audit-events` ([events](events.md)).',
    ],
  ]),
  ...sectionRows('7 Errors', [
    ['S7-code', '`error.code`: a symbolic code in upper case.', 'As stated.'],
    ['S7-message', '`error.message`: a text for people.', 'As stated.'],
    ['S7-status', '`error.status`: the status of the answer.', 'As stated.'],
    [
      'S7-1',
      'An absent room and a room without access are answered alike: 404 `ROOM_NOT_FOUND`.',
      'Byte for byte except the request id; likewise for files and share links.',
    ],
    [
      'S7-2',
      'The list of codes is open.',
      'One table ([errors](errors.md)); the OpenAPI document names those of each operation.',
    ],
  ]),
  ...sectionRows('8 Limits', [
    [
      'S8-rate',
      '1000 requests a minute and token.',
      'A fixed window from the first call. All tokens of a user together have ten times the limit. Calls without a valid token, and calls of unknown paths and methods, count by address: IPv6 by /64, and by /48 with sixteen times the limit.',
    ],
    ['S8-upload', 'A file has at most 100 MB.', '104 857 600 bytes, else 413 `FILE_TOO_LARGE`.'],
    ['S8-bulk', 'At most 100 items in a bulk request.', 'Else 400 `BULK_LIMIT_EXCEEDED`, and nothing is done.'],
    ['S8-header-limit', '`X-RateLimit-Limit` on every answer.', 'As stated, below `/api/v1`.'],
    ['S8-header-remaining', '`X-RateLimit-Remaining` on every answer.', 'As stated, below `/api/v1`.'],
    [
      'S8-header-reset',
      '`X-RateLimit-Reset` on every answer, in Unix seconds.',
      'As stated, below `/api/v1`, rounded up.',
    ],
    ['S8-invitation', 'An activation link works for 72 hours.', 'As stated; `invitation.expires_at` is its end.'],
    ['S8-expires-in', '`expires_in` of a link is in seconds.', 'As stated.'],
    ['S8-max-downloads', '`max_downloads` is optional.', 'Absent or null means no limit; a cap is exact.'],
    ['S8-iv', 'The IV has 96 bits.', 'Else 400 `INVALID_IV`.'],
    ['S8-exceeded', 'The answer beyond the rate is open.', '429 `RATE_LIMIT_EXCEEDED` with `Retry-After`.'],
    [
      'S8-bulk-operations',
      'Which operations are bulk is open.',
      'Members of rooms and groups, upload addresses, confirmations, download addresses, moves and deletion of files, folders, invitations. A role that refuses each item is one 403 `INSUFFICIENT_ROOM_ROLE`.',
    ],
    [
      'S8-per-page',
      'Default and maximum of `per_page` are open.',
      '50; more than 100 is taken as 100, less than 1 is 400, and so is `page` × `per_page` above 10 000.',
    ],
    ['S8-bounds', 'Bounds of `expires_in` and `max_downloads` are open.', '1 to 31 536 000 and 1 to 100 000.'],
  ]),
  ...sectionRows('9 Versioning', [
    [
      'S9-prefix',
      'The path carries the version.',
      '`/api/v1`. Another version is 404 `ROUTE_NOT_FOUND`. Changes within a version are additive ([versioning](versioning.md)).',
    ],
  ]),
];
