import { expect, test } from '@jest/globals';
import { type EventId, KeyRefusal } from '@strongroom/domain';
import { lineLog } from '../src/container/line-log.ts';
import { Gate } from '../src/http/gate.ts';
import { keyServer, type Route } from '../src/http/server.ts';
import { ReleaseRecord } from '../src/record/release-record.ts';

const SECRET = 'hunter2 at bank.example';
const FORMS = [
  `srk_${'Ab1-'.repeat(10)}`,
  `X-Amz-Signature=${'0f'.repeat(32)}`,
  'postgresql://rooms:swordfish@db.example.com/rooms',
];

/** An error of an adapter from outside that holds a secret in every text of it. */
function leaky(depth = 0): Error {
  const error = new Error(`${SECRET} ${FORMS.join(' ')}`, depth < 2 ? { cause: leaky(depth + 1) } : undefined);
  error.name = `Error ${SECRET}`;
  error.stack = `${error.name}\n    at ${SECRET}\n    at ${SECRET} (${SECRET}:1:1)\n${error.stack ?? ''}`;
  return Object.assign(error, { code: SECRET });
}

const throwing = (path: string, error: unknown): Route => ({
  method: 'GET',
  path,
  access: 'open',
  handle: async () => {
    throw error;
  },
});

/** All lines, with those of the lowest level. */
function opened() {
  const lines: string[] = [];
  return { lines, log: lineLog((text) => lines.push(text), 'debug') };
}

test('nothing of an error that an adapter from outside threw is in the log', async () => {
  const { lines, log } = opened();
  const thrown = [leaky(), Object.assign(leaky(), { name: 'Unavailable', dependency: SECRET }), SECRET];
  const routes = thrown.map((error, index) => throwing(`/${index}`, error));
  const server = keyServer({
    routes,
    gate: new Gate('http://127.0.0.1:8081', []),
    url: 'https://keys.example.com',
    trustedProxies: 0,
    chargeAddress: async () => {},
    log,
    ids: { uuid: () => 'id' as never },
  });
  const { port } = await server.listen('127.0.0.1', 0);
  for (const { path } of routes) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBeGreaterThan(499);
  await server.stop();
  const record = new ReleaseRecord({
    documents: { commit: () => Promise.reject(leaky()) },
    clock: { now: () => 0 as never },
    ids: { uuid: () => 'id' as never, timed: () => 'id' as EventId as never },
    log,
    mayRecordRefusal: async () => true,
  });
  await record.signInRefusal('client', new KeyRefusal('PERSON_INVALID', 'rule'));
  // A store that cannot be reached is a warning.
  expect(lines.filter((line) => /"level":"(?:error|warn)"/.test(line))).toHaveLength(thrown.length + 1);
  expect(lines.join('')).not.toMatch(/hunter2|bank\.example|swordfish|0f0f/);
  expect(lines.join('')).toContain('secrets-in-logs.test.ts');
});

test('an answer that cannot be sent ends its connection, not the process', async () => {
  const { lines, log } = opened();
  const ids = ['a\r\nb', 'id'];
  const server = keyServer({
    routes: [{ method: 'GET', path: '/whole', access: 'open', handle: async () => ({ status: 200, body: {} }) }],
    gate: new Gate('http://127.0.0.1:8081', []),
    url: 'https://keys.example.com',
    trustedProxies: 0,
    chargeAddress: async () => {},
    log,
    // No header can hold the first one, neither of the answer nor of a refusal.
    ids: { uuid: () => (ids.shift() ?? 'id') as never },
  });
  const { port } = await server.listen('127.0.0.1', 0);
  await expect(fetch(`http://127.0.0.1:${port}/whole`)).rejects.toThrow('fetch failed');
  expect((await fetch(`http://127.0.0.1:${port}/whole`)).status).toBe(200);
  await server.stop();
  expect(lines.filter((line) => /an answer could not be sent".*"error":"TypeError"/.test(line))).toHaveLength(1);
});

test('an answer with a header that cannot be sent becomes a refusal, and is logged', async () => {
  const { lines, log } = opened();
  const broken = async () => ({ status: 200, html: '', headers: { 'X-Broken': 'a\r\nb' } });
  const server = keyServer({
    routes: [{ method: 'GET', path: '/broken', access: 'open', handle: broken }],
    gate: new Gate('http://127.0.0.1:8081', []),
    url: 'https://keys.example.com',
    trustedProxies: 0,
    chargeAddress: async () => {},
    log,
    ids: { uuid: () => 'id' as never },
  });
  const { port } = await server.listen('127.0.0.1', 0);
  const answer = await fetch(`http://127.0.0.1:${port}/broken`);
  expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'INTERNAL_ERROR' } }]);
  await server.stop();
  expect(lines.filter((line) => /a request failed".*"error":"TypeError"/.test(line))).toHaveLength(1);
});

test('a secret of a known form that slipped in is not written', () => {
  const { lines, log } = opened();
  for (const form of FORMS) log.info('a line', { text: form });
  expect(lines.join('')).not.toMatch(/Ab1-|swordfish|0f0f/);
  expect(lines.join('')).toContain('db.example.com');
});

test('stack traces are logged at the level debug only', () => {
  const lines: string[] = [];
  const log = lineLog((text) => lines.push(text));
  log.debug?.('places');
  log.info('a line');
  expect(lines).toHaveLength(1);
});
