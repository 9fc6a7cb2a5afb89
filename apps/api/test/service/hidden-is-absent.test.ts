import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bearerSecret, isBearerSecret } from '@strongroom/domain';
import type { Caller, Reply } from './caller.ts';
import { type Hidden, hideThings } from './hidden.ts';
import { OPERATIONS, paramsOf, requestOf } from './paths.ts';
import { IV, TAG } from './people.ts';
import { recorder } from './recording.ts';
import { startService, type World } from './world.ts';

type Case = Readonly<{
  /** Why it is hidden. */
  why: string;
  by: (hidden: Hidden) => Caller;
  /** Ids of what exists. */
  params?: (hidden: Hidden) => Readonly<Record<string, string>>;
  /** The parameter, or the place in body or query, that names the hidden thing. */
  hides: string;
  code: string;
}>;

type Fixture = Readonly<{ body?: object; cases: readonly Case[] }>;

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
    file('a pending upload of somebody else', 'pending'),
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
const EVERYBODY_SEES_USERS = 'every user sees the whole organisation (GET /users)';
const EVERYBODY_SEES_UNITS = 'every user sees every org unit and its members';

/** By operation: what is hidden behind its ids, or why nothing can be. */
const FIXTURES: Readonly<Record<string, Fixture | string>> = {
  'GET /rooms/:id': { cases: hiddenRoom('id') },
  'PATCH /rooms/:id': { body: { name: 'x' }, cases: hiddenRoom('id') },
  'POST /rooms/:id/archive': { cases: hiddenRoom('id') },
  'POST /rooms/:id/unarchive': { cases: hiddenRoom('id') },
  'DELETE /rooms/:id': { cases: hiddenRoom('id') },
  'GET /rooms/:id/members': { cases: hiddenRoom('id') },
  'POST /rooms/:id/members': { body: { user_id: 'nobody', role: 'viewer' }, cases: hiddenRoom('id') },
  'POST /rooms/:id/members/bulk': { body: { items: [{ user_id: 'x', role: 'viewer' }] }, cases: hiddenRoom('id') },
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
    ],
  },
  'GET /rooms/:room_id/files': { cases: hiddenRoom('room_id') },
  'POST /rooms/:room_id/files/upload-url': { body: ANNOUNCED, cases: hiddenRoom('room_id') },
  'POST /rooms/:room_id/files/upload-urls': { body: { items: [ANNOUNCED] }, cases: hiddenRoom('room_id') },
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
  'DELETE /files/:file_id': { cases: hiddenFile() },
  'POST /files/:file_id/share': { body: { expires_in: 60 }, cases: hiddenFile() },
  'GET /files/:file_id/shares': { cases: hiddenFile() },
  'GET /shares/:id': { cases: hiddenLink },
  'DELETE /shares/:id': { cases: hiddenLink },
  'GET /shares/by-token/:token': { cases: deadSecret },
  'POST /shares/by-token/:token/download': { cases: deadSecret },
  'DELETE /tokens/:id': {
    cases: [
      {
        why: 'the token of somebody else',
        by: bob,
        params: ({ tokens }) => ({ id: tokens.ada }),
        hides: 'id',
        code: 'TOKEN_NOT_FOUND',
      },
      {
        why: 'the token of somebody above',
        by: ({ admin }) => admin.caller,
        params: ({ tokens }) => ({ id: tokens.owner }),
        hides: 'id',
        code: 'TOKEN_NOT_FOUND',
      },
    ],
  },
  'GET /destruction-receipts/:id': { cases: [receiptOfOthers] },
  'GET /destruction-receipts/:id/files': { cases: [receiptOfOthers] },
  'GET /users/:id': EVERYBODY_SEES_USERS,
  'PATCH /users/:id/role': EVERYBODY_SEES_USERS,
  'PATCH /users/:id/clearance': EVERYBODY_SEES_USERS,
  'POST /users/:id/deactivate': EVERYBODY_SEES_USERS,
  'POST /users/:id/reactivate': EVERYBODY_SEES_USERS,
  'POST /users/:id/activation-link': EVERYBODY_SEES_USERS,
  'GET /users/:id/tokens': EVERYBODY_SEES_USERS,
  'GET /users/:id/org-units': EVERYBODY_SEES_USERS,
  'GET /org-units/:id': EVERYBODY_SEES_UNITS,
  'PATCH /org-units/:id': EVERYBODY_SEES_UNITS,
  'DELETE /org-units/:id': EVERYBODY_SEES_UNITS,
  'GET /org-units/:id/members': EVERYBODY_SEES_UNITS,
  'POST /org-units/:id/members': EVERYBODY_SEES_UNITS,
  'DELETE /org-units/:id/members/:user_id': EVERYBODY_SEES_UNITS,
};

type Named = Readonly<{ operation: string; why: string; by: Case['by']; code: string; hidden: (at: Hidden) => string }>;

const EXPLAIN = 'POST /access/explain';
const explained = (at: Hidden, what: object) => JSON.stringify({ user_id: at.bob.id, action: 'file.see', ...what });

/** What a body or a query names. `hidden` answers the body, or the query with its "?". */
const NAMED: readonly Named[] = [
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

const calls = recorder();
let world: World;
let hidden: Hidden;

beforeAll(async () => {
  world = await startService({ ports: calls.wrap });
  hidden = await hideThings(world);
  await world.app.worker.stop();
  // The use of each token is noted once a minute; that is not part of what is compared.
  for (const { caller } of [hidden.ada, hidden.bob, hidden.vic, hidden.auditor, hidden.admin]) await caller.get('/me');
});
afterAll(() => world.stop());

/** What is different in every answer, whatever it is about. */
const VARIES: readonly string[] = ['x-request-id', 'date', 'x-ratelimit-remaining'];

const seen = ({ status, headers, text }: Reply, more: readonly string[]) => ({
  status,
  headers: [...headers].filter(([name]) => !VARIES.includes(name) && !more.includes(name)),
  text: text.replace(/"request_id":"[0-9a-f-]{36}"/, '"request_id":""'),
});

/** The answer and the calls on the ports. */
async function observed(caller: Caller, method: string, path: string, body?: string, ignored: readonly string[] = []) {
  calls.take();
  const reply = await caller.ask(method, path, body);
  return { reply, answer: seen(reply, ignored), calls: calls.take() };
}

/** Names of nothing: unknown, and of the wrong form. */
const nothing = (id: string): readonly string[] =>
  id.startsWith('srl_')
    ? [bearerSecret('shareLink', world.ports.secrets.random(32)), `${id}x`, 'x', id.toLowerCase()]
    : [randomUUID(), randomUUID(), id.toUpperCase(), 'x', `${id}0`, '%00', '..%2f'];

const withParams = [...OPERATIONS.keys()].filter((operation) => paramsOf(operation).length > 0);

test.each(withParams)('%s has something hidden behind each of its ids, or a reason why nothing is', (operation) => {
  const fixture = FIXTURES[operation];
  expect(fixture).toBeDefined();
  if (fixture === undefined || typeof fixture === 'string') return;
  expect(new Set(fixture.cases.map(({ hides }) => hides))).toEqual(new Set(paramsOf(operation)));
});

test('no fixture is for an operation that is no more', () => {
  expect(Object.keys(FIXTURES).filter((operation) => !OPERATIONS.has(operation))).toEqual([]);
});

describe.each(withParams.filter((operation) => typeof FIXTURES[operation] === 'object'))('%s', (operation) => {
  const fixture = FIXTURES[operation] as Fixture;
  const body = fixture.body === undefined ? undefined : JSON.stringify(fixture.body);

  test.each(fixture.cases)('tells nothing of $why', async ({ by, params, hides, code }) => {
    const there = params?.(hidden) ?? {};
    // A link is counted by itself, so its window is its own.
    const ignored = hides === 'token' ? ['x-ratelimit-reset'] : [];
    const found = await observed(by(hidden), ...requestOf(operation, there), body, ignored);
    expect({ status: found.reply.status, code: found.reply.body.error.code }).toEqual({ status: 404, code });
    for (const id of nothing(there[hides] ?? '')) {
      const absent = await observed(by(hidden), ...requestOf(operation, { ...there, [hides]: id }), body, ignored);
      expect({ id, answer: absent.answer }).toEqual({ id, answer: found.answer });
      // A typo in a secret is told by its checksum, before anything is read (interface section 4).
      const isTypo = hides === 'token' && !isBearerSecret('shareLink', id);
      expect({ id, calls: absent.calls }).toEqual({ id, calls: isTypo ? ['limiter.take'] : found.calls });
    }
  });
});

describe('what a body or a query names', () => {
  test.each(NAMED)('$operation tells nothing of $why', async ({ operation, by, code, hidden: sentOf }) => {
    const sent = sentOf(hidden);
    const isQuery = sent.startsWith('?');
    const [method, path] = requestOf(operation, {});
    const ask = (text: string) =>
      isQuery ? observed(by(hidden), method, path + text) : observed(by(hidden), method, path, text);
    const found = await ask(sent);
    expect({ status: found.reply.status, code: found.reply.body.error.code }).toEqual({ status: 404, code });
    const id = /[0-9a-f-]{36}(?!.*[0-9a-f-]{36})/.exec(sent)?.[0] ?? '';
    for (const other of isQuery ? [randomUUID()] : [randomUUID(), 'x', id.toUpperCase()]) {
      const absent = await ask(sent.replace(id, other));
      expect({ other, answer: absent.answer }).toEqual({ other, answer: found.answer });
      expect({ other, calls: absent.calls }).toEqual({ other, calls: found.calls });
    }
  });

  test('a row of a bulk answer tells nothing of what is hidden', async () => {
    const { foreign, above, pending, deleted } = hidden.files;
    const ids = [randomUUID(), 'x', foreign, above, pending, deleted, above.toUpperCase()];
    const { body } = await hidden.bob.caller.post(`/rooms/${hidden.rooms.open}/files/bulk-delete`, {
      items: ids.map((file_id) => ({ file_id })),
    });
    const rows: readonly { error: object }[] = body.data;
    expect(new Set(rows.map(({ error }) => JSON.stringify(error))).size).toBe(1);
    expect(rows[0]).toMatchObject({ status: 404, error: { code: 'FILE_NOT_FOUND' } });
  });

  test('a deactivated user cannot be told from nobody when a member is added', async () => {
    const add = (user_id: string) =>
      observed(
        hidden.ada.caller,
        'POST',
        `/rooms/${hidden.rooms.open}/members`,
        JSON.stringify({ user_id, role: 'viewer' }),
      );
    const found = await add(hidden.left.id);
    expect(found.reply.body.error.code).toBe('USER_NOT_FOUND');
    for (const id of [randomUUID(), 'x']) {
      const absent = await add(id);
      expect(absent.answer).toEqual(found.answer);
      expect(absent.calls).toEqual(found.calls);
    }
  });
});

describe('what everybody sees', () => {
  test.each(withParams.filter((operation) => typeof FIXTURES[operation] === 'string'))(
    '%s answers an id of the wrong form like an unknown one',
    async (operation) => {
      const body = operation.startsWith('P') ? bodyFor(operation) : undefined;
      const [first = ''] = paramsOf(operation);
      const rest = { user_id: hidden.bob.id };
      const ask = (id: string) => observed(hidden.owner, ...requestOf(operation, { ...rest, [first]: id }), body);
      const unknown = await ask(randomUUID());
      expect(unknown.reply.status).toBe(404);
      for (const id of ['x', hidden.bob.id.toUpperCase(), '%00']) {
        const malformed = await ask(id);
        expect({ id, answer: malformed.answer }).toEqual({ id, answer: unknown.answer });
        expect({ id, calls: malformed.calls }).toEqual({ id, calls: unknown.calls });
      }
    },
  );
});

function bodyFor(operation: string): string | undefined {
  if (operation.endsWith('/role')) return '{"role":"member"}';
  if (operation.endsWith('/clearance')) return '{"clearance_level":"C1"}';
  if (operation.endsWith('/members')) return '{"user_id":"x","role":"member"}';
  return operation.startsWith('PATCH') ? '{"name":"x"}' : undefined;
}
