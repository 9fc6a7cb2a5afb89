import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expressApp } from '../../src/http/serve/express-app.ts';
import { staticPath } from '../../src/http/system-routes/static-file.ts';
import { mountSystemRoutes } from '../../src/http/system-routes/system-route.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { bareServer, QUIET } from './bare-server.ts';

const PAGES = 'https://pages.example.com';
const HEADER = 'strict-transport-security';

/** The first answer to bytes on a connection of their own. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  await once(socket, 'close');
  return text;
}

const CASES: readonly (readonly [string, string, RequestInit])[] = [
  ['an answer', '/api/v1/classifications', {}],
  ['a refusal', '/api/v1/rooms', {}],
  ['an address that is none', '/nowhere', {}],
  ['a page', '/rooms', { headers: { accept: 'text/html' } }],
  ['the documentation', '/docs', {}],
  ['a document', '/api/v1/openapi.json', {}],
  ['whether it lives', '/healthz', {}],
  ['an object', '/blobs/x', {}],
  ['a method that is none', '/healthz', { method: 'DELETE' }],
  [
    'a preflight',
    '/api/v1/rooms',
    { method: 'OPTIONS', headers: { origin: PAGES, 'access-control-request-method': 'GET' } },
  ],
];

describe('with a public address of https', () => {
  let world: World;
  beforeAll(async () => {
    world = await startService({ publicUrl: 'https://rooms.example.com', corsOrigins: [PAGES], check: false });
  });
  afterAll(() => world.stop());

  test.each(CASES)('%s lets browsers come back by https only', async (_, path, init) => {
    const answer = await fetch(world.url + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get(HEADER)]).toEqual([answer.status, 'max-age=31536000']);
  });

  test('so does an answer to bytes that are not a request', async () => {
    for (const bytes of [
      'no request\r\n\r\n',
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    ])
      expect(await answerTo(world.url, bytes)).toMatch(
        /^HTTP\/1\.1 4\d\d [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/,
      );
  });
});

test('a file that the browser knows lets it come back by https only, too', async () => {
  const door = bareServer(QUIET, 'https://rooms.example.com');
  const { kernel } = door;
  const page = staticPath('/page', { type: 'text/plain', content: async () => Buffer.from('x'), headers: [] });
  door.open(expressApp(kernel, (express) => mountSystemRoutes(express, [page], kernel)));
  const { port } = await door.server.listen('127.0.0.1', 0);
  const headers = { 'if-none-match': '*' };
  const known = await fetch(`http://127.0.0.1:${port}/page`, { headers });
  expect([known.status, known.headers.get(HEADER)]).toEqual([304, 'max-age=31536000']);
  await door.server.stop();
});

test('Strict-Transport-Security is absent at an address without https', async () => {
  const world = await startService({ check: false });
  for (const [, path, init] of CASES) {
    const answer = await fetch(world.url + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    expect([path, answer.headers.get(HEADER)]).toEqual([path, null]);
  }
  await world.stop();
});
