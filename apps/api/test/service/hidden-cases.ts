import type { Caller } from '../support/caller.ts';
import { IV, TAG } from '../support/people-in-memory.ts';
import type { Hidden } from './hidden-things.ts';

export type Case = Readonly<{
  /** Why it is hidden. */
  why: string;
  by: (hidden: Hidden) => Caller;
  /** Ids of existing things. */
  params?: (hidden: Hidden) => Readonly<Record<string, string>>;
  /** The parameter, or the place in body or query, that names the hidden thing. */
  hides: string;
  code: string;
}>;

export type Fixture = Readonly<{ body?: object; cases: readonly Case[] }>;

const bob = ({ bob: { caller } }: Hidden) => caller;
const auditor = ({ auditor: { caller } }: Hidden) => caller;

const hiddenRoom = (param: string, more: (hidden: Hidden, room: keyof Hidden['rooms']) => object = () => ({})) => {
  const room = (why: string, name: keyof Hidden['rooms'], by = bob): Case => ({
    why,
    by,
    params: (hidden) => ({ [param]: hidden.rooms[name], ...more(hidden, name) }),
    hides: param,
    code: 'ROOM_NOT_FOUND',
  });
  return [
    room('a room of others', 'foreign'),
    room('a room above the clearance of its member', 'high'),
    room('a room above the clearance of an overseer', 'top', auditor),
    room('a room that was deleted', 'deleted'),
  ];
};

const hiddenFile = (more: (hidden: Hidden) => object = () => ({})) => {
  const file = (why: string, name: keyof Hidden['files'], by = bob): Case => ({
    why,
    by,
    params: (hidden) => ({ file_id: hidden.files[name], ...more(hidden) }),
    hides: 'file_id',
    code: 'FILE_NOT_FOUND',
  });
  return [
    file('a file of a room of others', 'foreign'),
    file('a file of a room above the clearance', 'high'),
    file('a file above the clearance in a room that is seen', 'above'),
    file('a pending upload of another user', 'pending'),
    file('a file that was deleted', 'deleted'),
    file('a file of a deleted room', 'ofDeleted'),
    file('a file of a room that is only overseen', 'foreign', ({ owner }) => owner),
  ];
};

const hiddenLink: readonly Case[] = [
  ['a link of a room of others', 'foreign', bob],
  ['a link of a room above the clearance', 'high', bob],
  ['a link of a file above the clearance', 'above', bob],
  ['a link of a deleted file', 'deleted', bob],
  ['a link of a deleted room', 'ofDeleted', bob],
  ['a link that a viewer did not make', 'open', ({ vic }: Hidden) => vic.caller],
  ['a link that an auditor did not make', 'open', auditor],
].map(([why, name, by]) => ({
  why: why as string,
  by: by as typeof bob,
  params: ({ links }) => ({ id: links[name as keyof Hidden['links']].id }),
  hides: 'id',
  code: 'SHARE_NOT_FOUND',
}));

const linkOfUnseen: Case = {
  why: 'a link of another member of a room whose members do not see each other',
  by: ({ guest }) => guest.caller,
  params: ({ linkOfVic }) => ({ id: linkOfVic }),
  hides: 'id',
  code: 'SHARE_NOT_FOUND',
};

const deadSecret: readonly Case[] = (['deleted', 'ofDeleted'] as const).map((name) => ({
  why: `the secret of a link to something ${name}`,
  by: ({ bob: person }) => person.caller,
  params: ({ links }) => ({ token: links[name].token }),
  hides: 'token',
  code: 'SHARE_NOT_FOUND',
}));

const receiptOfOthers: Case = {
  why: 'the receipt of others',
  by: bob,
  params: ({ receipt }) => ({ id: receipt }),
  hides: 'id',
  code: 'RECEIPT_NOT_FOUND',
};

const ANNOUNCED = { name: 'a', size: 5, content_type: 'text/plain' };
const SAME_TILES = 'every reader of the whole log sees every tile, whatever their clearance';
/** Users whom an external one meets in no room, or only in one where members do not see each other. */
const hiddenUser: readonly Case[] = (['admin', 'vic', 'left'] as const).map((name) => ({
  why: `the ${name === 'vic' ? 'other member of a closed room' : 'user'} ${name}, for an external user`,
  by: ({ guest }) => guest.caller,
  params: (hidden) => ({ id: hidden[name].id }),
  hides: 'id',
  code: 'USER_NOT_FOUND',
}));

const hiddenUnit = (more: (hidden: Hidden) => object = () => ({})): readonly Case[] => [
  {
    why: 'an org unit, for an external user',
    by: ({ guest }) => guest.caller,
    params: (hidden) => ({ id: hidden.unit, ...more(hidden) }),
    hides: 'id',
    code: 'ORG_UNIT_NOT_FOUND',
  },
];

/** By operation: what is hidden behind its ids, or why nothing can be. */
export const FIXTURES: Readonly<Record<string, Fixture | string>> = {
  'GET /rooms/:id': { cases: hiddenRoom('id') },
  'PATCH /rooms/:id': { body: { name: 'x' }, cases: hiddenRoom('id') },
  'POST /rooms/:id/archive': { cases: hiddenRoom('id') },
  'POST /rooms/:id/unarchive': { cases: hiddenRoom('id') },
  'DELETE /rooms/:id': { cases: hiddenRoom('id') },
  'GET /rooms/:id/members': { cases: hiddenRoom('id') },
  'POST /rooms/:id/members': { body: { user_id: 'nobody', role: 'viewer' }, cases: hiddenRoom('id') },
  'POST /rooms/:id/members/bulk': { body: { items: [{ user_id: 'x', role: 'viewer' }] }, cases: hiddenRoom('id') },
  'POST /rooms/:id/invitations': { body: { email: 'new@example.com', role: 'viewer' }, cases: hiddenRoom('id') },
  'DELETE /rooms/:id/members/:user_id': {
    cases: [
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
  'GET /rooms/:room_id/files': { cases: hiddenRoom('room_id') },
  'GET /rooms/:id/folders': { cases: hiddenRoom('id') },
  'POST /rooms/:room_id/files/upload-url': { body: ANNOUNCED, cases: hiddenRoom('room_id') },
  'POST /rooms/:room_id/files/upload-urls': { body: { items: [ANNOUNCED] }, cases: hiddenRoom('room_id') },
  'POST /rooms/:room_id/files/bulk-confirm': {
    body: { items: [{ file_id: 'x', iv: IV, tag: TAG }] },
    cases: hiddenRoom('room_id'),
  },
  'POST /rooms/:room_id/files/bulk-delete': { body: { items: [{ file_id: 'x' }] }, cases: hiddenRoom('room_id') },
  'POST /rooms/:room_id/files/:file_id/confirm': {
    body: { iv: IV, tag: TAG },
    cases: [
      ...hiddenRoom('room_id', ({ files }) => ({ file_id: files.foreign })),
      ...hiddenRoom('room_id', ({ files }) => ({ file_id: files.high })),
      ...hiddenFile(({ rooms }) => ({ room_id: rooms.open })).slice(0, -1),
    ],
  },
  'GET /files/:file_id': { cases: hiddenFile() },
  'GET /files/:file_id/download-url': { cases: hiddenFile() },
  'POST /files/:file_id/upload-parts': { body: { iv: IV }, cases: hiddenFile() },
  'POST /files/:file_id/key-grant': { body: { client_jkt: 'A'.repeat(43) }, cases: hiddenFile() },
  'PATCH /files/:file_id': { body: { classification: 'C1' }, cases: hiddenFile() },
  'DELETE /files/:file_id': { cases: hiddenFile() },
  'POST /files/:file_id/share': { body: { expires_in: 60 }, cases: hiddenFile() },
  'GET /files/:file_id/shares': { cases: hiddenFile() },
  'GET /rooms/:id/shares': { cases: hiddenRoom('id') },
  'GET /shares/:id': { cases: [...hiddenLink, linkOfUnseen] },
  'PATCH /shares/:id': { body: { name: 'x' }, cases: [...hiddenLink, linkOfUnseen] },
  'DELETE /shares/:id': { cases: [...hiddenLink, linkOfUnseen] },
  'GET /shares/by-token/:token': { cases: deadSecret },
  'POST /shares/by-token/:token/download': { cases: deadSecret },
  'POST /shares/by-token/:token/resume': { body: { redemption: 'srr_x' }, cases: deadSecret },
  'DELETE /tokens/:id': {
    cases: [
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
  },
  'GET /destruction-receipts/:id': { cases: [receiptOfOthers] },
  'GET /destruction-receipts/:id/files': { cases: [receiptOfOthers] },
  'GET /destruction-receipts/:id/proof': { cases: [receiptOfOthers] },
  'GET /audit/tile/*path': SAME_TILES,
  'GET /audit-events/:id/proof': {
    cases: [
      {
        why: 'an event of a room above the clearance of the auditor',
        by: auditor,
        params: ({ events }) => ({ id: events.top }),
        hides: 'id',
        code: 'EVENT_NOT_FOUND',
      },
    ],
  },
  'GET /users/:id': { cases: hiddenUser },
  'PATCH /users/:id': { body: { name: 'x' }, cases: hiddenUser },
  'PATCH /users/:id/role': { body: { role: 'auditor' }, cases: hiddenUser },
  'PATCH /users/:id/clearance': { body: { clearance_level: 'C1' }, cases: hiddenUser },
  'POST /users/:id/deactivate': { cases: hiddenUser },
  'DELETE /users/:id/key-person': { cases: hiddenUser },
  'DELETE /users/:id/identity': { cases: hiddenUser },
  'POST /users/:id/reactivate': { cases: hiddenUser },
  'POST /users/:id/activation-link': { cases: hiddenUser },
  'DELETE /users/:id/invitation': { cases: hiddenUser },
  'DELETE /me/sessions/:id': {
    cases: [
      {
        why: 'the session of another user',
        by: bob,
        params: ({ session }) => ({ id: session }),
        hides: 'id',
        code: 'SESSION_NOT_FOUND',
      },
    ],
  },
  'GET /users/:id/tokens': { cases: hiddenUser },
  'GET /users/:id/sessions': { cases: hiddenUser },
  'DELETE /users/:id/sessions': { cases: hiddenUser },
  'DELETE /users/:id/sessions/:session_id': {
    cases: [
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
  'GET /users/:id/org-units': { cases: hiddenUser },
  'GET /org-units/:id': { cases: hiddenUnit() },
  'PATCH /org-units/:id': { body: { name: 'x' }, cases: hiddenUnit() },
  'DELETE /org-units/:id': { cases: hiddenUnit() },
  'GET /org-units/:id/members': { cases: hiddenUnit() },
  'POST /org-units/:id/members': { body: { user_id: 'x', role: 'member' }, cases: hiddenUnit() },
  'DELETE /org-units/:id/members/:user_id': {
    cases: [
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
};

export type Named = Readonly<{
  operation: string;
  why: string;
  by: Case['by'];
  code: string;
  hidden: (at: Hidden) => string;
}>;

const EXPLAIN = 'POST /access/explain';
const explained = (at: Hidden, what: object) => JSON.stringify({ user_id: at.bob.id, action: 'file.see', ...what });

/** Hidden ids in bodies and queries. `hidden` returns the body, or the query with its "?". */
export const NAMED: readonly Named[] = [
  ...(['foreign', 'high', 'deleted'] as const).flatMap((room): Named[] => [
    {
      operation: 'GET /audit-events',
      why: `room_id of the ${room} room`,
      by: bob,
      code: 'ROOM_NOT_FOUND',
      hidden: ({ rooms }) => `?room_id=${rooms[room]}`,
    },
    {
      operation: 'GET /audit-events/export',
      why: `room_id of the ${room} room`,
      by: bob,
      code: 'ROOM_NOT_FOUND',
      hidden: ({ rooms }) => `?room_id=${rooms[room]}`,
    },
    {
      operation: 'GET /audit-events/openings',
      why: `room_id of the ${room} room`,
      by: bob,
      code: 'ROOM_NOT_FOUND',
      hidden: ({ rooms }) => `?room_id=${rooms[room]}`,
    },
    {
      operation: EXPLAIN,
      why: `room_id of the ${room} room`,
      by: bob,
      code: 'ROOM_NOT_FOUND',
      hidden: (at) => explained(at, { action: 'room.see', room_id: at.rooms[room] }),
    },
  ]),
  ...(['foreign', 'high', 'above', 'pending', 'deleted', 'ofDeleted'] as const).map(
    (file): Named => ({
      operation: EXPLAIN,
      why: `file_id of the ${file} file`,
      by: bob,
      code: 'FILE_NOT_FOUND',
      hidden: (at) => explained(at, { file_id: at.files[file] }),
    }),
  ),
  {
    operation: EXPLAIN,
    why: 'room_id of a room above the clearance of an auditor',
    by: auditor,
    code: 'ROOM_NOT_FOUND',
    hidden: (at) => explained(at, { action: 'room.see', room_id: at.rooms.top }),
  },
];
