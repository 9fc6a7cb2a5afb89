import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { exchangeOf } from '@strongroom/http-kernel';
import { RawConnection } from '../support/raw-connection.ts';
import { get } from '../support/raw-requests.ts';
import { eventually } from '../support/service-process.ts';
import { bareServer, QUIET } from './bare-server.ts';

/** Clients that send requests before they read the answers to earlier ones, or read no answer at all. */

let door = bareServer();
afterEach(() => door.server.stop());

/** A server whose answers wait for `next`. */
async function waiting() {
  door = bareServer();
  const begun: ServerResponse[] = [];
  let most = 0;
  let underWay = 0;
  door.open((_, response) => {
    most = Math.max(most, ++underWay);
    response.once('finish', () => underWay--);
    begun.push(response);
  });
  const { port } = await door.server.listen('127.0.0.1', 0);
  return { port, begun, most: () => most };
}

test('requests of one connection are served one after another, and answered in their order', async () => {
  const { port, begun, most } = await waiting();
  const connection = await RawConnection.open(port);
  connection.send(get('/a').repeat(50));
  for (let n = 0; n < 50; n++) {
    await eventually('the request', async () => begun[n]);
    begun[n]?.end(`answer ${n}`);
    expect((await connection.answer()).text).toBe(`answer ${n}`);
  }
  expect(most()).toBe(1);
  connection.close();
});

test('a connection with more than 100 requests ahead of their answers is closed', async () => {
  const { port, begun } = await waiting();
  const [greedy, modest] = [await RawConnection.open(port), await RawConnection.open(port)];
  greedy.send(get('/a').repeat(5000));
  await eventually('the end of the connection', async () => greedy.socket.destroyed || undefined);
  modest.send(get('/b').repeat(100));
  await eventually('the request of the other', async () => begun.length >= 2);
  begun.at(-1)?.end('still serving');
  expect((await modest.answer()).text).toBe('still serving');
  expect(begun.length).toBeLessThan(5);
  modest.close();
});

test('garbage after requests that wait is answered after their answers', async () => {
  const { port, begun } = await waiting();
  const connection = await RawConnection.open(port);
  connection.send(`${get('/a').repeat(3)}GARBAGE\r\n\r\n`);
  for (let n = 0; n < 3; n++) {
    await eventually('the request', async () => begun[n]);
    begun[n]?.end(`answer ${n}`);
    expect((await connection.answer()).text).toBe(`answer ${n}`);
  }
  expect((await connection.answer()).status).toBe(400);
  await connection.closed();
});

test('a client that reads nothing of an ordinary answer is disconnected', async () => {
  door = bareServer(QUIET, undefined, { stalledMs: 100 });
  let isClosed = false;
  door.open((request) => {
    const { response } = exchangeOf(request);
    response.once('close', () => (isClosed = true));
    response.end(Buffer.alloc(50_000_000, 120));
  });
  const { port } = await door.server.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(get('/a'));
  expect(await eventually('the end of the connection', async () => isClosed || undefined)).toBe(true);
  socket.destroy();
});
