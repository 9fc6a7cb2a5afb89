import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { bearerSecret, isBearerSecret } from '@strongroom/domain';
import type { Caller, Reply } from '../support/caller.ts';
import { IV, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { type Hidden, hideThings } from './hidden-things.ts';
import { OPERATIONS, paramsOf, requestOf } from './operations.ts';
import { recorder } from './recording.ts';
import { bodyOf, HIDING, NAMED, ROWS } from './routes/all.ts';

const calls = recorder();
let world: World;
let hidden: Hidden;

beforeAll(async () => {
  world = await startService({ ports: calls.wrap });
  hidden = await hideThings(world);
  await world.app.worker.stop();
  // The last use of a token is recorded once a minute, which is not compared.
  for (const { caller } of [hidden.ada, hidden.bob, hidden.vic, hidden.auditor, hidden.admin, hidden.guest])
    await caller.get('/me');
});
afterAll(() => world.stop());

/** Headers that differ in every answer. */
const VARIES: readonly string[] = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

const seen = ({ status, headers, text }: Reply, more: readonly string[]) => ({
  status,
  headers: [...headers].filter(([name]) => !VARIES.includes(name) && !more.includes(name)),
  text: text.replace(/"request_id":"[0-9a-f-]{36}"/, '"request_id":""'),
});

/** The answer and the calls on the ports. */
async function observed(caller: Caller, method: string, path: string, body?: string, ignored: readonly string[] = []) {
  calls.take();
  const reply = await caller.ask(method, path, body);
  // The use of a token is recorded once a minute, and reading is charged once for many requests, whatever they were for.
  const made = calls.take().filter((line) => !line.includes('token-uses') && line !== 'limiter.take reads');
  return { reply, answer: seen(reply, ignored), calls: made };
}

const LOGS = ['', '?outcome=denied', '?type=access.denied&page=1&per_page=3'];

/** The audit log of an auditor with clearance C3: lists with their totals, and the export. */
async function logOfAuditor(): Promise<readonly string[]> {
  const { caller } = hidden.auditor;
  const lists = await Promise.all(LOGS.map((query) => caller.get(`/audit-events${query}`)));
  // A cursor is encrypted with a fresh nonce, so its bytes differ every time.
  return [...lists, await caller.get('/audit-events/export')].map(({ text }) =>
    text.replace(/"next_cursor":"[^"]*"/, '"next_cursor":""'),
  );
}

type Line = Readonly<{ id: string; rule: unknown; occurred_at: unknown; request: unknown }>;

/** The denials in the log of full clearance, as text without the ids, times and rules that differ in each. */
async function denials(): Promise<Readonly<{ total: number; newest: ReadonlyMap<string, string> }>> {
  const { body } = await hidden.owner.get('/audit-events?outcome=denied&per_page=100');
  const lines: readonly Line[] = body.data;
  const bare = (line: Line) =>
    JSON.stringify({ ...line, seq: 0, rule: '', occurred_at: '', request: '' }).replaceAll(/[0-9a-f-]{36}/g, 'id');
  return { total: body.meta.total, newest: new Map(lines.map((line) => [line.id, bare(line)])) };
}

/** The first view of the auditor, which nothing in these tests may change. */
let log: readonly string[] | undefined;
afterEach(async () => {
  if (log !== undefined) deepEqual(await logOfAuditor(), log);
});

/** The events that `work` adds to the log of full clearance. The auditor may see none of them when the test ends. */
async function logged<T>(work: () => Promise<T>): Promise<Readonly<{ result: T; added: object }>> {
  log ??= await logOfAuditor();
  const before = await denials();
  const result = await work();
  const { total, newest } = await denials();
  const lines = [...newest].flatMap(([id, line]) => (before.newest.has(id) ? [] : [line]));
  return { result, added: { total: total - before.total, lines } };
}

/** The kind of link by the form of its secret. */
const kindOf = (secret: string) => (secret.startsWith('srq_') ? 'uploadRequest' : 'shareLink');

/** Names of nothing: unknown ids, and malformed ones. */
const nothing = (id: string): readonly string[] =>
  /^sr[lq]_/.test(id)
    ? [bearerSecret(kindOf(id), world.ports.secrets.random(32)), `${id}x`, 'x', id.toLowerCase()]
    : [randomUUID(), randomUUID(), id.toUpperCase(), 'x', `${id}0`, '%00', '..%2f'];

const textOf = (body: object | undefined) => (body === undefined ? undefined : JSON.stringify(body));

const withParams = [...OPERATIONS.keys()].filter((operation) => paramsOf(operation).length > 0);

test.each(withParams)('%s has a hidden thing for each of its ids, or a reason why it has none', (operation) => {
  const cases = ROWS[operation]?.hidden;
  expect(cases).toBeDefined();
  if (cases === undefined || typeof cases === 'string') return;
  expect(new Set(cases.map(({ hides }) => hides))).toEqual(new Set(paramsOf(operation)));
});

test('every fixture is for an existing operation', () => {
  expect(Object.keys(ROWS).filter((operation) => !OPERATIONS.has(operation))).toEqual([]);
});

describe.each(HIDING)('$operation', ({ operation, cases }) => {
  test.each(cases)('answers like absence: $why', async ({ by, params, hides, code }) => {
    const body = textOf(bodyOf(operation, hidden));
    const there = params?.(hidden) ?? {};
    // Each link has a rate limit of its own.
    const ignored = hides === 'token' ? ['x-ratelimit-reset'] : [];
    const ask = (id?: string) =>
      observed(
        by(hidden),
        ...requestOf(operation, id === undefined ? there : { ...there, [hides]: id }),
        body,
        ignored,
      );
    const { result: found, added } = await logged(() => ask());
    expect({ status: found.reply.status, code: found.reply.body.error.code }).toEqual({ status: 404, code });
    for (const id of nothing(there[hides] ?? '')) {
      const absent = await ask(id);
      expect({ id, answer: absent.answer }).toEqual({ id, answer: found.answer });
      // The checksum of a secret reveals a typo before any read.
      const isTypo = hides === 'token' && !isBearerSecret(kindOf(id), id);
      expect({ id, calls: absent.calls }).toEqual({ id, calls: isTypo ? ['limiter.take'] : found.calls });
    }
    expect((await logged(() => ask(nothing(there[hides] ?? '')[0]))).added).toEqual(added);
  });
});

describe('an id in a body or a query', () => {
  test.each(NAMED)('$operation answers like absence: $why', async ({ operation, by, code, hidden: sentOf }) => {
    const sent = sentOf(hidden);
    const isQuery = sent.startsWith('?');
    const [method, path] = requestOf(operation, {});
    const ask = (text: string) =>
      isQuery ? observed(by(hidden), method, path + text) : observed(by(hidden), method, path, text);
    const { result: found, added } = await logged(() => ask(sent));
    expect({ status: found.reply.status, code: found.reply.body.error.code }).toEqual({ status: 404, code });
    const id = /[0-9a-f-]{36}(?!.*[0-9a-f-]{36})/.exec(sent)?.[0] ?? '';
    for (const other of isQuery ? [randomUUID()] : [randomUUID(), 'x', id.toUpperCase()]) {
      const absent = await ask(sent.replace(id, other));
      expect({ other, answer: absent.answer }).toEqual({ other, answer: found.answer });
      expect({ other, calls: absent.calls }).toEqual({ other, calls: found.calls });
    }
    expect((await logged(() => ask(sent.replace(id, randomUUID())))).added).toEqual(added);
  });

  test('a row of a bulk answer is the same for hidden and absent ids', async () => {
    const { foreign, above, pending, deleted } = hidden.files;
    const ids = [randomUUID(), 'x', foreign, above, pending, deleted, above.toUpperCase()];
    const requests: readonly (readonly [string, object])[] = [
      [`/rooms/${hidden.rooms.open}/files/bulk-delete`, {}],
      [`/rooms/${hidden.rooms.open}/files/bulk-confirm`, { iv: IV, tag: TAG }],
      ['/files/bulk-download-urls', {}],
    ];
    for (const [path, more] of requests) {
      const { body } = await hidden.bob.caller.post(path, { items: ids.map((file_id) => ({ file_id, ...more })) });
      const rows: readonly { error: object }[] = body.data;
      expect(new Set(rows.map(({ error }) => JSON.stringify(error))).size).toBe(1);
      expect(rows[0]).toMatchObject({ status: 404, error: { code: 'FILE_NOT_FOUND' } });
    }
  });

  test('one item of many downloads causes the same calls and events for a hidden and an absent id', async () => {
    const ask = (file_id: string) =>
      observed(hidden.bob.caller, 'POST', '/files/bulk-download-urls', JSON.stringify({ items: [{ file_id }] }));
    const { result: absent, added } = await logged(() => ask(randomUUID()));
    const { open: _, ...others } = hidden.files;
    for (const id of ['x', ...Object.values(others)]) {
      const { result: found, added: addedNow } = await logged(() => ask(id));
      expect({ id, answer: found.answer }).toEqual({ id, answer: absent.answer });
      expect({ id, calls: found.calls }).toEqual({ id, calls: absent.calls });
      expect({ id, added: addedNow }).toEqual({ id, added });
    }
  });

  test('adding a deactivated user as a member is answered like adding an unknown one', async () => {
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

describe('a thing that every user of the organisation sees', () => {
  test.each(withParams.filter((operation) => /^\w+ \/(?:users|org-units)\//.test(operation)))(
    '%s answers an id of the wrong form like an unknown one',
    async (operation) => {
      const body = textOf(bodyOf(operation, hidden));
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
