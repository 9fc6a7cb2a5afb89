import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { putStream } from '../src/node/object-requests.ts';

test('an upload fails whose connection breaks after an early answer, in the moment of a write', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('signed in?');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answered = new Promise<Socket>((resolve) => {
    const seen = (message: unknown) => {
      const { request, response } = message as Readonly<{ request: ClientRequest; response: IncomingMessage }>;
      unsubscribe('http.client.response.finish', seen);
      response.once('end', () => resolve(request.socket as Socket));
    };
    subscribe('http.client.response.finish', seen);
  });
  async function* body(): AsyncGenerator<Uint8Array, void> {
    yield new Uint8Array(10);
    (await answered).destroy();
    yield new Uint8Array(10);
  }
  const { port } = server.address() as AddressInfo;
  const limits = { timeout: 60_000, signal: undefined };
  await expect(putStream(`http://127.0.0.1:${port}/`, 30, body(), limits)).rejects.toMatchObject({
    code: 'CONNECTION_LOST',
  });
  server.close();
});
