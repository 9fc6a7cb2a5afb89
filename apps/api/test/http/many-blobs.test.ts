import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MemoryBlobStore, systemClock } from '@strongroom/adapter-local';
import { plus } from '@strongroom/domain';
import { type BlobGateway, blobKey, Unavailable } from '@strongroom/ports';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';

const store = new MemoryBlobStore({ baseUrl: () => '', signingKey: new Uint8Array(32).fill(7), clock: systemClock });
const BYTES = 'ciphertext';
let service: FakeService;
beforeAll(async () => {
  service = await fakeService({ gateway: store });
});
afterAll(() => service.stop());

const keyOf = (name: string) => blobKey(`rooms/1/files/${name}`);
const signed = (name: string) =>
  store.signUpload({ key: keyOf(name), size: BYTES.length, expiresAt: plus(systemClock.now(), 60_000) });
const framed = (address: string, bytes = BYTES) => `${address} ${bytes.length}\n${bytes}`;

async function post(body: string, port = service.port) {
  const { status, text, headers } = await rawRequest(
    port,
    wire('POST', '/blobs', [`Content-Length: ${Buffer.byteLength(body)}`], body),
  );
  return { status, headers, answer: JSON.parse(text) };
}

describe('objects that share a request', () => {
  test('are each stored at their address, and have a row each', async () => {
    const { status, answer } = await post(framed(await signed('a')) + framed(await signed('b'), 'ciphertex2'));
    expect(status).toBe(200);
    expect(answer.data).toEqual([
      { index: 0, status: 200, data: { etag: expect.stringMatching(/^"[\w-]+"$/) } },
      { index: 1, status: 200, data: { etag: expect.any(String) } },
    ]);
    expect(await store.stat(keyOf('a'))).toMatchObject({ size: 10 });
    expect(await store.stat(keyOf('b'))).toMatchObject({ size: 10 });
  });

  test('are refused one by one', async () => {
    const forged = (await signed('c')).replace(/.$/, '_');
    const body =
      framed(await signed('e')) + framed(forged) + framed('/elsewhere?x') + framed(await signed('d'), 'x'.repeat(27));
    const { status, answer } = await post(body);
    expect(status).toBe(200);
    expect(
      answer.data.map((row: { status: number; error?: { code: string } }) => [row.status, row.error?.code]),
    ).toEqual([
      [200, undefined],
      [403, 'SIGNATURE_INVALID'],
      [403, 'SIGNATURE_INVALID'],
      [413, 'PAYLOAD_TOO_LARGE'],
    ]);
    expect(await store.stat(keyOf('c'))).toBeUndefined();
    expect(await store.stat(keyOf('e'))).toMatchObject({ size: 10 });
  });

  test.each(['/elsewhere?x 65536\n', '/blobs/x?expires=1&size=1&signature=x 65536\nfirst bytes'])(
    'are refused at once after a forged first address, and the connection ends: %j',
    async (begun) => {
      const connection = await RawConnection.open(service.port);
      connection.send(wire('POST', '/blobs', ['Content-Length: 6000000'], begun));
      const { status, text } = await connection.answer();
      expect([status, JSON.parse(text).error.code]).toEqual([403, 'SIGNATURE_INVALID']);
      await connection.closed();
    },
  );

  test('are forgotten when the connection breaks in the middle of the first one', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(wire('POST', '/blobs', ['Content-Length: 1000'], `${await signed('f')} 10\nciph`));
    connection.socket.resetAndDestroy();
    await connection.closed();
    expect((await post(framed(await signed('g')))).answer.data).toMatchObject([{ status: 200 }]);
    expect(await store.stat(keyOf('f'))).toBeUndefined();
    expect(service.logged).toEqual([]);
  });

  test('are stored four at a time, so that two requests of a user find room', async () => {
    let running = 0;
    let most = 0;
    const put = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      return { etag: '"x"' };
    };
    const other = () => Promise.reject(new Error('not asked for'));
    const counting = await fakeService({ gateway: { put, get: other, head: other } });
    try {
      const { answer } = await post(framed('/blobs/x?y').repeat(20), counting.port);
      expect([answer.data.length, most]).toEqual([20, 4]);
    } finally {
      await counting.stop();
    }
  });

  test.each([
    ['without a line before them', 'x'.repeat(2049), 400, 'BAD_REQUEST'],
    ['without a size', '/blobs/x?y\nabc', 400, 'BAD_REQUEST'],
    ['cut short', '/blobs/x?y 10\nabc', 400, 'BAD_REQUEST'],
    ['that are large', '/blobs/x?y 65553\nabc', 413, 'PAYLOAD_TOO_LARGE'],
    ['of more than a hundred', '/blobs/x?y 0\n'.repeat(100), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s are refused together', async (_, body, status, code) => {
    expect(await post(framed(await signed('h')) + body)).toMatchObject({
      status,
      answer: { error: { code, status, request_id: expect.any(String) } },
    });
  });

  test('refuses a longer body before it is sent', async () => {
    const request = wire('POST', '/blobs', ['Content-Length: 8388609'], '');
    expect((await rawRequest(service.port, request)).status).toBe(413);
  });

  test('takes POST only', async () => {
    const answer = await rawRequest(service.port, wire('PUT', '/blobs', ['Content-Length: 0'], ''));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, ['POST']]);
  });

  test('says what the store could not do, and logs it', async () => {
    const put = () => Promise.reject(new Unavailable('blobs'));
    const gateway: BlobGateway = { put, get: put, head: put };
    const broken = await fakeService({ gateway });
    try {
      const { answer } = await post(framed('/blobs/x?y'), broken.port);
      expect(answer.data).toMatchObject([{ index: 0, status: 503, error: { code: 'STORAGE_UNAVAILABLE' } }]);
      expect(broken.logged).toMatchObject([{ fields: { code: 'STORAGE_UNAVAILABLE', route: '/blobs' } }]);
    } finally {
      await broken.stop();
    }
  });
});

describe('objects that share an answer', () => {
  const get = (name: string) => store.signDownload({ key: keyOf(name), expiresAt: plus(systemClock.now(), 60_000) });
  const read = (body: string, port = service.port) =>
    rawRequest(port, wire('POST', '/blobs?read', [`Content-Length: ${Buffer.byteLength(body)}`], body));
  const stored = async (name: string, bytes: string): Promise<string> => {
    const [path = '', query = ''] = (
      await store.signUpload({ key: keyOf(name), size: bytes.length, expiresAt: plus(systemClock.now(), 60_000) })
    ).split('?');
    const one = async function* () {
      yield Buffer.from(bytes);
    };
    await store.put({ path: path.replace('/blobs/', ''), query }, one());
    return get(name);
  };

  test('come in the order of their addresses, and a refused one is a line', async () => {
    const lines = [
      await stored('read-a', 'first'),
      (await get('read-a')).replace(/.$/, '_'),
      await get('absent'),
      await stored('read-empty', ''),
      await stored('read-large', 'x'.repeat(65_537)),
      '/elsewhere',
      await stored('read-b', 'x'.repeat(65_536)),
      await signed('read-a'),
    ];
    const { status, text, headers } = await read(lines.map((line) => `${line}\n`).join(''));
    expect([status, headers.get('content-type')]).toEqual([200, ['application/octet-stream']]);
    expect(text).toBe(`200 5\nfirst403 0\n404 0\n200 0\n413 0\n403 0\n200 65536\n${'x'.repeat(65_536)}403 0\n`);
    expect(service.logged).toEqual([]);
  });

  test.each([
    ['a list without an end', '/blobs/x?y', 400, 'BAD_REQUEST'],
    ['more than a hundred', '/blobs/x?y\n'.repeat(101), 413, 'PAYLOAD_TOO_LARGE'],
    ['a longer list', 'x'.repeat(204_801), 413, 'PAYLOAD_TOO_LARGE'],
  ])('are refused together: %s', async (_, body, status, code) => {
    const answer = await read(body);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
  });

  test('names an object that the store cannot read, and logs it', async () => {
    const fail = () => Promise.reject(new Unavailable('blobs'));
    const broken = await fakeService({ gateway: { put: fail, get: fail, head: fail } });
    try {
      expect((await read('/blobs/x?y\n', broken.port)).text).toBe('503 0\n');
      expect(broken.logged).toMatchObject([{ fields: { code: 'STORAGE_UNAVAILABLE', route: '/blobs' } }]);
    } finally {
      await broken.stop();
    }
  });
});
