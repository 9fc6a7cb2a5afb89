/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ExchangeRequest } from '@strongroom/http-kernel';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { get, wire } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

let service: FakeService;
afterEach(() => service.stop());

describe('a slow client', () => {
  const times = { headersTimeout: 1000, connectionsCheckingInterval: 50 };

  test('is disconnected with a JSON answer if its headers take too long', async () => {
    service = await fakeService({ times });
    const connection = await RawConnection.open(service.port);
    connection.send('GET /api/v1/rooms HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const answer = await connection.answer();
    expectRefusal(answer, 408, 'REQUEST_TIMEOUT');
    await connection.closed();
    expect(service.requests).toMatchObject([
      { fields: { request_id: answer.headers.get('x-request-id')?.[0], code: 'REQUEST_TIMEOUT', status: 408 } },
    ]);
  });

  test('gets the answer to its first request before it is disconnected for a slow second one', async () => {
    service = await fakeService({ times });
    const connection = await RawConnection.open(service.port);
    connection.send(`${get('/api/v1/rooms')}GET /api`);
    expectJson(await connection.answer(), 200);
    expectRefusal(await connection.answer(), 408, 'REQUEST_TIMEOUT');
    await connection.closed();
  });
});

test('the service keeps nothing of a refused request once the rest of its body has come', async () => {
  service = await fakeService();
  const connection = await RawConnection.open(service.port);
  const sendRefused = async (): Promise<void> => {
    connection.send(wire('POST', '/api/v1/nowhere', ['Content-Length: 10']));
    expectRefusal(await connection.answer(), 404, 'ROUTE_NOT_FOUND');
    connection.send('x'.repeat(10));
  };
  for (let n = 0; n < 20; n++) await sendRefused();
  connection.send(get('/api/v1/rooms'));
  expectJson(await connection.answer(), 200);
  expect(queryObjects(ExchangeRequest)).toBeLessThan(5);
  connection.close();
});

describe('a server that is stopped', () => {
  // A connection that it does not close itself is never cut, so the test does not end.
  const times = { stopMs: 600_000 };

  test('accepts no new connections and finishes the request in flight', async () => {
    service = await fakeService({ times });
    const connection = await RawConnection.open(service.port);
    const body = '{"name":"x"}';
    connection.send(
      wire(
        'POST',
        '/api/v1/rooms',
        ['Authorization: Bearer good', 'Content-Type: application/json', 'Content-Length: 12'],
        body.slice(0, 5),
      ),
    );
    await untilSeen(connection);
    const stopped = service.stop();
    await expect(RawConnection.open(service.port)).rejects.toThrow('ECONNREFUSED');
    connection.send(body.slice(5));
    expectJson(await connection.answer(), 201);
    await connection.closed();
    await stopped;
  });

  test('does not wait for connections without a request', async () => {
    service = await fakeService({ times });
    const connection = await RawConnection.open(service.port);
    connection.send(get('/api/v1/rooms'));
    expectJson(await connection.answer(), 200);
    await service.stop();
    await connection.closed();
    expect(connection.socket.destroyed).toBe(true);
  });

  test('closes a connection as soon as the rest of a refused body has come', async () => {
    service = await fakeService({ times });
    const connection = await RawConnection.open(service.port);
    const length = 70_000;
    connection.send(
      wire('POST', '/api/v1/rooms', [
        'Authorization: Bearer good',
        'Content-Type: application/json',
        `Content-Length: ${length}`,
      ]),
    );
    expectRefusal(await connection.answer(), 413, 'PAYLOAD_TOO_LARGE');
    connection.send('x'.repeat(1000));
    await untilSeen(connection);
    const stopped = service.stop();
    connection.send('x'.repeat(length - 1000));
    await connection.closed();
    await stopped;
  });

  test('closes a connection after the answer in progress', async () => {
    let go: () => void = () => undefined;
    const resumed = new Promise<void>((resolve) => (go = resolve));
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('he');
      await resumed;
      yield Buffer.from('llo');
    };
    const head = async () => ({ etag: '"x"', size: 5 });
    const gateway = {
      put: async () => ({ etag: '"x"' }),
      get: async () => ({ ...(await head()), body: body() }),
      head,
    };
    service = await fakeService({ gateway, times });
    const connection = await RawConnection.open(service.port);
    connection.send(wire('GET', '/blobs/x?y', []));
    await once(connection.socket, 'data');
    const stopped = service.stop();
    go();
    expect((await connection.answer()).text).toBe('hello');
    await stopped;
    await connection.closed();
    expect(connection.socket.destroyed).toBe(true);
  });
});

test('listening on a port in use rejects with EADDRINUSE', async () => {
  service = await fakeService();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await service.stop();
  await expect(service.server.listen('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
});

/** Resolves once the other side has read everything sent on the connection: a later connection was answered. */
async function untilSeen(_sent: RawConnection): Promise<void> {
  const other = await RawConnection.open(service.port);
  other.send(get('/healthz'));
  await other.answer();
  other.close();
}
