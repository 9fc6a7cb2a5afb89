import { randomBytes } from 'node:crypto';
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Instant, plus } from '@strongroom/domain';
import type { BlobAddress, BlobGateway, BlobKey, BlobStore } from '@strongroom/ports';
import { adminOf, contentsOf, newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { inspectS3Bucket, openS3Blobs } from '../src/index.ts';
import { errorXml, S3Proxy } from './front.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

/** Codes of S3 for a server, a bucket, a clock or credentials that went wrong, with the status of the reply. */
const STATUS_BY_CODE = {
  AccessDenied: 403,
  NoSuchBucket: 404,
  InternalError: 500,
  SlowDown: 503,
  InvalidAccessKeyId: 403,
  ExpiredToken: 400,
  RequestTimeTooSkewed: 403,
  AuthorizationHeaderMalformed: 400,
} as const;

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

let bucket: string;
let front: S3Proxy;
let now: Instant;
let store: BlobStore & BlobGateway;
beforeEach(async () => {
  bucket = await newBucket(server);
  front = await S3Proxy.before(server.port);
  now = Date.now() as Instant;
  store = await open();
});
afterEach(() => front.close());

const open = (clock = () => now): Promise<BlobStore & BlobGateway> =>
  openS3Blobs({
    ...bucketAccess(server, bucket),
    endpoint: front.endpoint,
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32),
    clock: { now: clock },
    prefix: 'rooms/',
  });

const key = (name: string): BlobKey => name as BlobKey;
const addressIn = (url: string): BlobAddress => {
  const { pathname, search } = new URL(url);
  return { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
};
const uploadOf = async (name: string, size: number): Promise<BlobAddress> =>
  addressIn(await store.signUpload({ key: key(name), size, expiresAt: plus(now, 60_000) }));
const downloadOf = async (name: string): Promise<BlobAddress> =>
  addressIn(await store.signDownload({ key: key(name), expiresAt: plus(now, 60_000) }));

async function* pieces(content: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

const put = async (name: string, content: Uint8Array, by = store): Promise<void> => {
  await by.put(await uploadOf(name, content.length), pieces(content));
};

async function read(name: string, range?: string): Promise<Buffer> {
  const { body } = await store.get(await downloadOf(name), range);
  const found: Buffer[] = [];
  for await (const piece of body) found.push(Buffer.from(piece));
  return Buffer.concat(found);
}

const MEBIBYTE = 1024 * 1024;

test.each([5 * MEBIBYTE - 1, 5 * MEBIBYTE, 5 * MEBIBYTE + 1, 12 * MEBIBYTE])(
  'an object of %d bytes is stored and read whole, and in a range over the border of its parts',
  async (size) => {
    const content = randomBytes(size);
    await put('a', content);
    expect((await store.stat(key('a')))?.size).toBe(size);
    expect((await read('a')).equals(content)).toBe(true);
    const middle = await read('a', `bytes=${4 * MEBIBYTE}-${size - 2}`);
    expect(middle.equals(content.subarray(4 * MEBIBYTE, size - 1))).toBe(true);
    await store.delete(key('a'));
    expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
  },
);

test('a replaced object is removed, and a later one is current even by a clock that is behind', async () => {
  await put('a', Buffer.from('first'));
  const behind = await open(() => plus(now, -30_000));
  await put('a', Buffer.from('second'), behind);
  expect((await read('a')).toString()).toBe('second');
  expect((await contentsOf(server, bucket)).objects).toHaveLength(1);
});

test('the later upload is current even if its clock is behind and the replaced object stays', async () => {
  await put('a', Buffer.from('first'));
  const behind = await open(() => plus(now, -30_000));
  front.reply = (method) => (method === 'DELETE' ? { status: 403, body: errorXml('AccessDenied') } : undefined);
  await put('a', Buffer.from('second'), behind);
  expect((await contentsOf(server, bucket)).objects).toHaveLength(2);
  expect((await read('a')).toString()).toBe('second');
  expect(await store.list('')).toEqual({ keys: ['a'] });
  front.reply = () => undefined;
  await store.delete(key('a'));
  expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
});

test('an upload whose time ends while its last part is stored leaves nothing', async () => {
  const address = await uploadOf('a', 6 * MEBIBYTE);
  front.reply = (_method, url) => {
    if (url.searchParams.get('partNumber') === '2') now = plus(now, 8_192_001);
    return undefined;
  };
  const sending = store.put(address, pieces(randomBytes(6 * MEBIBYTE)));
  await expect(sending).rejects.toMatchObject({ name: 'BlobRefusal', code: 'URL_EXPIRED' });
  expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
});

test('an object that may not be read is not reported as missing', async () => {
  await put('a', Buffer.from('there'));
  front.reply = (method, url) =>
    method === 'GET' && url.pathname.includes('a%21') ? { status: 403, body: errorXml('AccessDenied') } : undefined;
  await expect(read('a')).rejects.toMatchObject({ name: 'Unavailable' });
});

test('a body that is interrupted after several parts leaves nothing', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield* pieces(randomBytes(11 * MEBIBYTE));
    throw new Error('the connection broke');
  };
  await expect(store.put(await uploadOf('a', 20 * MEBIBYTE), broken())).rejects.toThrow('the connection broke');
  expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
});

test('a multipart upload of a killed process is aborted after a day, and one of a living process is not', async () => {
  const admin = adminOf(server);
  const Key = 'rooms/killed!00000000000001-0000000000000000';
  const { UploadId } = await admin.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
  await admin.send(new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber: 1, Body: 'lost' }));
  const swept = async (): Promise<boolean> => (await contentsOf(server, bucket)).openUploads.length === 0;
  await put('a', Buffer.from('x'));
  now = plus(now, 23 * 3_600_000);
  await put('a', Buffer.from('x'));
  expect(await swept()).toBe(false);
  now = plus(now, 2 * 3_600_000);
  await put('a', Buffer.from('x'));
  while (!(await swept())); // the sweep runs beside the upload
});

test('deleting aborts an upload that is still open', async () => {
  const Key = 'rooms/a!00000000000001-0000000000000000';
  await adminOf(server).send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
  await store.delete(key('ab'));
  expect((await contentsOf(server, bucket)).openUploads).toEqual([Key]);
  await store.delete(key('a'));
  expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
});

test('a foreign object is neither listed nor touched', async () => {
  for (const name of ['rooms/a', 'rooms/a!x', 'other/a!00000000000001-0000000000000000'])
    await adminOf(server).send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: 'x' }));
  expect(await store.list('')).toEqual({ keys: [] });
  await store.delete(key('a'));
  expect((await contentsOf(server, bucket)).objects).toHaveLength(3);
});

describe('while the S3 server fails', () => {
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    stat: () => store.stat(key('a')),
    seal: () => store.seal(key('a'), '00000000000001-0000000000000000', key('b')),
    delete: () => store.delete(key('a')),
    list: () => store.list(''),
    check: () => store.check(),
    put: () => put('a', Buffer.from('x')),
    get: () => read('a'),
  };

  const allUnavailable = Object.fromEntries(Object.keys(calls).map((name) => [name, 'Unavailable']));

  test.each(Object.entries(STATUS_BY_CODE))(
    'every call is Unavailable on %s, and works again afterwards',
    async (code, status) => {
      await put('a', Buffer.from('there'));
      front.reply = () => ({ status, body: errorXml(code) });
      expect(await failuresOf(calls)).toEqual(allUnavailable);
      front.reply = () => undefined;
      expect((await read('a')).toString()).toBe('there');
      await store.check();
    },
  );

  test('a page of a proxy is not a missing object', async () => {
    await put('a', Buffer.from('there'));
    front.reply = () => ({ status: 404, body: '<html>404</html>' });
    expect(await failuresOf(calls)).toEqual(allUnavailable);
  });

  test('a call without a reply ends within its deadline', async () => {
    front.reply = () => 'silence';
    const begun = performance.now();
    const outcomes = await Promise.all(
      ['stat', 'seal', 'delete', 'list', 'check', 'get'].map((name) => failureOf(calls[name])),
    );
    expect(outcomes).toEqual(Array(6).fill('Unavailable'));
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  test('a full store refuses an upload with its own code', async () => {
    front.reply = (method) => (method === 'PUT' ? { status: 403, body: errorXml('QuotaExceeded') } : undefined);
    await expect(put('a', Buffer.from('x'))).rejects.toMatchObject({ name: 'BlobRefusal', code: 'STORAGE_FULL' });
  });

  test('a right that is withdrawn while serving fails the check', async () => {
    let elapsed = 0;
    const real = performance.now.bind(performance);
    performance.now = () => real() + elapsed;
    try {
      await store.check();
      front.reply = (method) => (method === 'DELETE' ? { status: 403, body: errorXml('AccessDenied') } : undefined);
      await store.check();
      elapsed = 61_000;
      await expect(store.check()).rejects.toMatchObject({
        cause: { message: expect.stringContaining('lack the right s3:DeleteObject') },
      });
    } finally {
      performance.now = real;
    }
  });

  test.each([
    [
      'versioning',
      '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
      'versioning: Enabled',
    ],
    [
      'object-lock',
      '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
      'has Object Lock',
    ],
    [
      'lifecycle',
      '<LifecycleConfiguration><Rule><ID>tidy</ID><Status>Enabled</Status><Filter/><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>',
      'lifecycle rule tidy deletes objects by age',
    ],
  ])('a bucket that gets %s while serving fails the check with what to change', async (setting, body, sentence) => {
    front.reply = (_method, url) => (url.searchParams.has(setting) ? { status: 200, body } : undefined);
    await expect(store.check()).rejects.toMatchObject({
      name: 'Unavailable',
      cause: { message: expect.stringContaining(sentence) },
    });
    front.reply = () => undefined;
    await store.check();
  });

  test.each([
    ['ExpiredToken', 'have expired; provide new ones'],
    ['RequestTimeTooSkewed', 'synchronise both with NTP'],
    ['AuthorizationHeaderMalformed', 'The region is not that of the bucket'],
    ['InvalidAccessKeyId', 'correct AWS_ACCESS_KEY_ID'],
  ] as const)('on %s while serving the check says what to change', async (code, sentence) => {
    front.reply = () => ({ status: STATUS_BY_CODE[code], body: errorXml(code) });
    await expect(store.check()).rejects.toMatchObject({ cause: { message: expect.stringContaining(sentence) } });
  });
});

const failureOf = (call: (() => Promise<unknown>) | undefined): Promise<string> =>
  (call?.() ?? Promise.resolve()).then(
    () => 'no failure',
    (error: unknown) => (error as Error).name,
  );

const failuresOf = async (calls: Readonly<Record<string, () => Promise<unknown>>>): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await failureOf(call)] as const)),
  );

test('a server without versions passes the inspection', async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own
  const plain = await startVersitygw(process.env, { keepsVersions: false });
  try {
    await expect(
      inspectS3Bucket({ ...bucketAccess(plain, await newBucket(plain)), prefix: '' }),
    ).resolves.toBeUndefined();
  } finally {
    await plain.stop();
  }
});
