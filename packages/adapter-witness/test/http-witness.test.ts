import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
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

/** Ends with its connection. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('a'), 20);
  response.on('close', () => clearInterval(timer));
}

test.each<[string, Listener]>([
  ['does not answer', () => undefined],
  ['stops in the middle', (_request, response) => void response.writeHead(200, { 'Content-Length': '9' }).write('a')],
  ['redirects', (_request, response) => void response.writeHead(307, { Location: '/elsewhere' }).end()],
  ['sends a byte now and then', (_request, response) => drip(response)],
  ['answers without end', (_request, response) => void response.end('x'.repeat(70_000))],
])('a witness that %s is unavailable', async (_what, listener) => {
  const witness = httpWitness({ vkey: VKEY, url: await serving(listener) }, 300);
  await expect(witness.submit('old 0\n\n')).rejects.toThrow(Unavailable);
});

test('an answer without end is cut off at once, and nothing of it is in the error', async () => {
  let closed: Promise<unknown> | undefined;
  const url = await serving((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    const more = (): void => {
      if (!response.destroyed && response.write('hunter2 '.repeat(8_192))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  const failure: unknown = await httpWitness({ vkey: VKEY, url })
    .submit('')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unavailable);
  expect(inspect(failure)).not.toContain('hunter2');
  await closed;
});

test('a witness that is down is unavailable', async () => {
  const url = await serving(() => undefined);
  for (const server of servers) server.close();
  await expect(httpWitness({ vkey: VKEY, url }).submit('')).rejects.toThrow(Unavailable);
});
