import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { exchangeOf, streamTo } from '@strongroom/http-kernel';
import { bareServer } from './bare-server.ts';

const door = bareServer();
afterEach(() => door.server.stop());

test('a reader that stalls is disconnected and the source is closed', async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(100_000, 120);
    } finally {
      isClosed = true;
    }
  }
  let failed: unknown;
  let over: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (over = resolve));
  door.open((request) => {
    streamTo(exchangeOf(request), 200, [], endless(), 100)
      .catch((error: unknown) => (failed = error))
      .finally(over);
  });
  const { port } = await door.server.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await left;
  expect([isClosed, failed]).toEqual([true, undefined]);
  socket.destroy();
});
