import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { bareServer } from './bare-server.ts';

const SIZE = 24_000_000;

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

/** A service whose every answer is larger than the socket buffers of both sides. */
async function serving() {
  const door = bareServer();
  door.open((_request, response) => response.writeHead(200, { 'Content-Length': SIZE }).end(Buffer.alloc(SIZE, 120)));
  const { port } = await door.server.listen('127.0.0.1', 0);
  const client = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return { door, client };
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('the service sends a slow reader the whole of an answer in progress when shutdown begins', async () => {
  const { door, client } = await serving();
  const socket = await client();
  socket.write(REQUEST);
  await once(socket, 'readable');
  const stopped = door.server.stop();
  let received = 0;
  socket.on('data', (piece: Buffer) => (received += piece.length));
  await Promise.all([stopped, once(socket, 'close')]);
  expect(received).toBeGreaterThan(SIZE);
});

test('the service serves a request already in flight when shutdown begins, and does not wait for idle connections', async () => {
  const { door, client } = await serving();
  const [idle, halfway] = [await client(), await client()];
  const idleEnds = once(idle, 'close');
  idle.resume();
  halfway.write(REQUEST.slice(0, 20));
  // Answered on a third connection: by then the first bytes on the second have been read.
  const other = await client();
  other.write(REQUEST);
  other.resume();
  await once(other, 'data');
  const stopped = door.server.stop();
  await idleEnds;
  let received = 0;
  halfway.on('data', (piece: Buffer) => (received += piece.length));
  halfway.write(REQUEST.slice(20));
  await Promise.all([stopped, once(halfway, 'close')]);
  expect(received).toBeGreaterThan(SIZE);
});
