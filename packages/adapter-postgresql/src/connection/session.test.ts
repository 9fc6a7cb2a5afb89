import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { errorForLog } from '@strongroom/store-kit';
import { Session } from './session.ts';

/** The cause that the log gets for a server that answers so. */
async function causeWith(answer: (socket: Socket) => unknown, isEncrypted: boolean): Promise<string | undefined> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = { user: 'rooms', password: 'secret', database: 'rooms', ssl: isEncrypted && {}, hosts: [] as never };
  try {
    await Session.connect({ host: '127.0.0.1', port }, place, 'on', () => undefined);
    return 'nothing failed';
  } catch (error) {
    return errorForLog(error).cause;
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

test.each<[string, (socket: Socket) => unknown, string]>([
  ['is a web server', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'FOREIGN_ANSWER'],
  ['takes no encrypted connections', (socket) => socket.write('N'), 'NO_TLS'],
  ['stays silent', () => undefined, 'ETIMEDOUT'],
])('the log gets a cause for a server that %s', async (_, answer, cause) => {
  expect(await causeWith(answer, true)).toBe(cause);
});

test('the log gets a cause for a server that ends the connection', async () => {
  expect(await causeWith((socket) => socket.end(), false)).toBe('CONNECTION_ENDED');
});
