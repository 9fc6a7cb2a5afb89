import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readBytes } from '@strongroom/http-kernel';
import type { BlobGateway } from '@strongroom/ports';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';

const PIECE = new Uint8Array(65_536).fill(1);

describe('a long answer', () => {
  let service: FakeService;
  let given: number;
  let ended: () => void;
  let over: Promise<void>;
  let failAt: number | undefined;

  beforeEach(async () => {
    given = 0;
    failAt = undefined;
    over = new Promise((resolve) => (ended = resolve));
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (; given < 5000; given++) {
          if (given === failAt) throw new Error('the disk is gone');
          yield PIECE;
        }
      } finally {
        ended();
      }
    };
    const size = 5000 * PIECE.length;
    const gateway: BlobGateway = {
      put: () => Promise.reject(new Error('not asked for')),
      get: async () => ({ etag: '"x"', size, body: pieces() }),
      head: async () => ({ etag: '"x"', size }),
    };
    service = await fakeService({ gateway });
  });
  afterEach(() => service.stop());

  test('is produced no faster than it is read, and ends when the client disconnects', async () => {
    const connection = await RawConnection.open(service.port);
    connection.socket.pause();
    connection.send(wire('GET', '/blobs/x?y', []));
    await settled(() => given);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(1000);
    connection.close();
    await over;
    expect(service.logged).toEqual([]);
  });

  test('that fails in the middle is cut off', async () => {
    failAt = 3;
    const connection = await RawConnection.open(service.port);
    connection.send(wire('GET', '/blobs/x?y', []));
    await expect(connection.answer()).rejects.toThrow('the connection ended');
    expect(service.logged).toMatchObject([{ level: 'error', fields: { code: 'INTERNAL_ERROR', route: '/blobs/*' } }]);
    expect(service.requests).toMatchObject([{ fields: { status: 200, broken_off: true } }]);
  });

  test('that fails before its first byte is answered with an error', async () => {
    failAt = 0;
    const connection = await RawConnection.open(service.port);
    connection.send(wire('GET', '/blobs/x?y', []));
    expect((await connection.answer()).status).toBe(500);
    connection.close();
  });
});

test('reading a body rejects with REQUEST_TIMEOUT if it arrives too slowly', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const connection = await RawConnection.open(typeof address === 'object' && address !== null ? address.port : 0);
  connection.send(wire('POST', '/', ['Content-Length: 10'], 'half'));
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  await expect(readBytes(request, 100, 20)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  connection.close();
  server.close();
});

/** Resolves once the number stays what it is. */
async function settled(number: () => number): Promise<void> {
  for (let before = -1; before !== number(); ) {
    before = number();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
