import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { httpWitness } from '../src/index.ts';

const VKEY = 'witness.example+00000000+BA==';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

async function serving(listener: Listener): Promise<string> {
  const server = createServer((request, response) => void listener(request, response));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

test('a request is posted to add-checkpoint, and the answer returned', async () => {
  const received: (string | undefined)[] = [];
  const url = await serving(async (request, response) => {
    received.push(request.method, request.url, await text(request));
    response.writeHead(409, { 'Content-Type': 'text/x.tlog.size' }).end('7\n');
  });
  const witness = httpWitness({ vkey: VKEY, url: `${url}/prefix` });
  expect(await witness.submit('old 0\n\n')).toEqual({ status: 409, body: '7\n' });
  expect(received).toEqual(['POST', '/prefix/add-checkpoint', 'old 0\n\n']);
});

test.each<[string, Listener]>([
  ['does not answer', () => undefined],
  ['stops in the middle', (_request, response) => void response.writeHead(200, { 'Content-Length': '9' }).write('a')],
  ['redirects', (_request, response) => void response.writeHead(307, { Location: '/elsewhere' }).end()],
  ['answers without end', (_request, response) => void response.end('x'.repeat(70_000))],
])('a witness that %s is unavailable', async (_what, listener) => {
  const witness = httpWitness({ vkey: VKEY, url: await serving(listener) }, 300);
  await expect(witness.submit('old 0\n\n')).rejects.toThrow(Unavailable);
});

test('a witness that is down is unavailable', async () => {
  const url = await serving(() => undefined);
  for (const server of servers) server.close();
  await expect(httpWitness({ vkey: VKEY, url }).submit('')).rejects.toThrow(Unavailable);
});
