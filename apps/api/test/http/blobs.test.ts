/* oxlint-disable jest/expect-expect -- expectRefused asserts */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryBlobStore, systemClock } from '@strongroom/adapter-local';
import { plus } from '@strongroom/domain';
import { BlobRefusal, blobKey, Unavailable } from '@strongroom/ports';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { type RawAnswer, RawConnection, rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';

const KEY = blobKey('rooms/1/files/2');
const BYTES = 'ciphertext';

let service: FakeService;
const store = new MemoryBlobStore({ baseUrl: () => '', signingKey: new Uint8Array(32).fill(7), clock: systemClock });
beforeAll(async () => {
  service = await fakeService({ gateway: store });
});
afterAll(() => service.stop());

let upload: string;
let download: string;
beforeEach(async () => {
  const expiresAt = plus(systemClock.now(), 60_000);
  upload = await store.signUpload({ key: KEY, size: BYTES.length, expiresAt });
  download = await store.signDownload({ key: KEY, expiresAt });
});

const ask = (method: string, address: string, headers: readonly string[] = [], body = '') =>
  rawRequest(service.port, wire(method, address, headers, body), { head: method === 'HEAD' });
const put = (body: string, address = upload) => ask('PUT', address, [`Content-Length: ${body.length}`], body);

function expectRefused(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code, status, request_id: expect.any(String) } });
  expect(answer.headers.get('content-type')).toEqual(['application/json; charset=utf-8']);
  expect(answer.headers.get('x-content-type-options')).toEqual(['nosniff']);
  expect(answer.headers.get('cache-control')).toEqual(['no-store']);
  expect(answer.headers.get('x-ratelimit-limit')).toBeUndefined();
}

describe('a stored object', () => {
  test('downloads as an attachment and is not rate-limited', async () => {
    const stored = await put(BYTES);
    expect(stored.status).toBe(200);
    const [etag] = stored.headers.get('etag') ?? [];
    expect(etag).toMatch(/^"[\w-]+"$/);
    const answer = await ask('GET', download);
    expect([answer.status, answer.text]).toEqual([200, BYTES]);
    expect(answer.headers.get('etag')).toEqual([etag]);
    expect(answer.headers.get('content-disposition')).toEqual(['attachment']);
    expect(answer.headers.get('content-type')).toEqual(['application/octet-stream']);
    expect(answer.headers.get('x-content-type-options')).toEqual(['nosniff']);
    expect(answer.headers.get('cache-control')).toEqual(['no-store']);
    expect(answer.headers.get('x-ratelimit-limit')).toBeUndefined();
  });

  test('answers HEAD with its size and without its bytes', async () => {
    await put(BYTES);
    const answer = await ask('HEAD', download);
    expect([answer.status, answer.headers.get('content-length'), answer.text]).toEqual([200, ['10'], '']);
  });

  test.each([
    ['bytes=0-2', 206, 'cip', 'bytes 0-2/10'],
    ['bytes=6-', 206, 'text', 'bytes 6-9/10'],
    ['bytes=-4', 206, 'text', 'bytes 6-9/10'],
    ['bytes=0-0,2-3', 200, BYTES, undefined],
    ['lines=1-2', 200, BYTES, undefined],
  ])('answers Range: %s', async (range, status, text, contentRange) => {
    await put(BYTES);
    const answer = await ask('GET', download, [`Range: ${range}`]);
    expect([answer.status, answer.text, answer.headers.get('content-range')?.[0]]).toEqual([
      status,
      text,
      contentRange,
    ]);
    const head = await ask('HEAD', download, [`Range: ${range}`]);
    expect([head.status, head.headers.get('content-range')?.[0]]).toEqual([status, contentRange]);
  });

  test('is sent whole if If-Range names another ETag', async () => {
    const etag = (await put(BYTES)).headers.get('etag')?.[0];
    expect((await ask('GET', download, ['Range: bytes=0-1', `If-Range: ${etag}`])).status).toBe(206);
    expect((await ask('GET', download, ['Range: bytes=0-1', 'If-Range: "another"'])).status).toBe(200);
  });

  test('may be empty', async () => {
    await put('');
    const answer = await ask('GET', download);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, ['0']]);
  });
});

describe('a refusal in JSON answers', () => {
  test('a changed address, another object, another method', async () => {
    await put(BYTES);
    expectRefused(await ask('GET', download.replace('files/2', 'files/3')), 403, 'SIGNATURE_INVALID');
    expectRefused(await ask('GET', upload), 403, 'SIGNATURE_INVALID');
    expectRefused(await put(BYTES, download), 403, 'SIGNATURE_INVALID');
    expectRefused(await ask('DELETE', upload), 403, 'SIGNATURE_INVALID');
    expectRefused(await ask('GET', '/blobs/x'), 403, 'SIGNATURE_INVALID');
    expectRefused(await ask('GET', '/blobs/'), 404, 'ROUTE_NOT_FOUND');
    expectRefused(await ask('GET', `${download}%zz`), 400, 'BAD_REQUEST');
  });

  test('an expired address', async () => {
    const late = await store.signDownload({ key: KEY, expiresAt: plus(systemClock.now(), -1) });
    expectRefused(await ask('GET', late), 403, 'URL_EXPIRED');
  });

  test('a deleted object', async () => {
    await store.delete(KEY);
    expectRefused(await ask('GET', download), 404, 'OBJECT_NOT_FOUND');
  });

  test('a range beyond the end of an object, with its size', async () => {
    await put(BYTES);
    const answer = await ask('GET', download, ['Range: bytes=10-']);
    expectRefused(answer, 416, 'RANGE_NOT_SATISFIABLE');
    expect(answer.headers.get('content-range')).toEqual(['bytes */10']);
  });

  test('an upload of more than 16 bytes above the announced size, and keeps the previous object', async () => {
    await put(BYTES);
    expectRefused(await put('x'.repeat(27)), 413, 'PAYLOAD_TOO_LARGE');
    expect((await ask('GET', download)).text).toBe(BYTES);
    expect((await put('y'.repeat(26))).status).toBe(200);
  });

  test('an upload above the maximum object size, before its body is read', async () => {
    expectRefused(await ask('PUT', upload, ['Content-Length: 104857617']), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('an upload of a range', async () => {
    expectRefused(
      await ask('PUT', upload, ['Content-Range: bytes 0-1/10', 'Content-Length: 2'], 'xx'),
      400,
      'BAD_REQUEST',
    );
  });

  test.each([
    [new BlobRefusal('STORAGE_FULL'), 507, 'STORAGE_FULL'],
    [new Unavailable('blobs'), 503, 'STORAGE_UNAVAILABLE'],
    [new TypeError('a bug'), 500, 'INTERNAL_ERROR'],
  ])('a failure of the store: %s', async (trouble, status, code) => {
    const broken = await fakeService({
      gateway: {
        put: () => Promise.reject(trouble),
        get: () => Promise.reject(trouble),
        head: () => Promise.reject(trouble),
      },
    });
    try {
      const answer = await rawRequest(broken.port, wire('PUT', '/blobs/x?y', ['Content-Length: 2'], 'xx'));
      expectRefused(answer, status, code);
    } finally {
      await broken.stop();
    }
  });
});

test('a client that expects 100-continue gets it only if its address is valid', async () => {
  const right = await RawConnection.open(service.port);
  right.send(wire('PUT', upload, ['Content-Length: 10', 'Expect: 100-continue']));
  expect((await right.answer()).status).toBe(100);
  right.send(BYTES);
  expect((await right.answer()).status).toBe(200);
  right.close();
  const wrong = await ask('PUT', download, ['Content-Length: 10', 'Expect: 100-continue']);
  expectRefused(wrong, 403, 'SIGNATURE_INVALID');
});

test('an interrupted upload keeps the previous object and logs nothing', async () => {
  await put(BYTES);
  const connection = await RawConnection.open(service.port);
  connection.send(wire('PUT', upload, ['Content-Length: 10'], 'half'));
  await new Promise((resolve) => connection.socket.write('x', resolve));
  connection.close();
  expect((await ask('GET', download)).text).toBe(BYTES);
  expect(service.logged).toEqual([]);
});

test('neither path nor signature is logged', () => {
  expect(service.requests.length).toBeGreaterThan(10);
  expect(JSON.stringify(service.requests)).not.toMatch(/signature=|rooms\/1/);
  expect(service.requests[0]).toMatchObject({ fields: { method: 'PUT', route: '/blobs/*', status: 200 } });
});
