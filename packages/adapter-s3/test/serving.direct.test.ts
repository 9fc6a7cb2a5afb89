import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, PutBucketVersioningCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Instant, plus } from '@strongroom/domain';
import { type BlobKey, type BlobStore, GenerationGone } from '@strongroom/ports';
import { adminOf, versionedBucket, versionsIn } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { openDirectS3Blobs } from '../src/index.ts';
import { directOptions } from './direct-setting.ts';
import { errorXml, S3Proxy } from './front.ts';
import { MAX_COMPILE_MS } from './setting.ts';

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

let bucket: string;
let front: S3Proxy;
let store: BlobStore;
beforeEach(async () => {
  bucket = await versionedBucket(server);
  front = await S3Proxy.before(server.port);
  const there = { endpoint: front.endpoint, publicEndpoint: server.endpoint, prefix: 'rooms/' };
  store = await openDirectS3Blobs(directOptions(server, bucket, { ...there, cutUploads: 'allow' }));
});
afterEach(() => front.close());

const UPLOAD = 'uploads/a' as BlobKey;
const SEALED = 'sealed/a' as BlobKey;
/** Versions that versitygw partly leaves when all are deleted at the same time. */
const MANY = 40;
const soon = (): Instant => plus(Date.now() as Instant, 60_000);

async function put(content: string | Uint8Array, key = UPLOAD): Promise<string> {
  const body = Buffer.from(content);
  const url = await store.signUpload({ key, size: body.length, expiresAt: soon() });
  expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  return (await store.stat(key))?.generation ?? '';
}

const download = async (key: BlobKey): Promise<string | number> => {
  const reply = await fetch(await store.signDownload({ key, expiresAt: soon() }));
  return reply.status === 200 ? reply.text() : reply.status;
};

test('addresses lead to the public endpoint', async () => {
  expect(store.downloadOrigin).toBe(server.endpoint);
  expect(new URL(await store.signUpload({ key: UPLOAD, size: 1, expiresAt: soon() })).origin).toBe(server.endpoint);
});

test('an upload that was overwritten before it was sealed is recognised, and its versions are destroyed', async () => {
  const confirmed = await put('confirmed');
  await put('forged!!!');
  await expect(store.seal(UPLOAD, confirmed, SEALED)).rejects.toBeInstanceOf(GenerationGone);
  expect(await download(SEALED)).toBe(404);
  await store.delete(UPLOAD);
  expect(await versionsIn(server, bucket)).toEqual([]);
});

test('an upload that is overwritten while it is sealed does not change the copy', async () => {
  const confirmed = await put('confirmed');
  const url = await store.signUpload({ key: UPLOAD, size: 9, expiresAt: soon() });
  const forging = new Promise<Response>((resolve, reject) => {
    front.reply = (method, _url, headers) => {
      if (method === 'PUT' && headers['x-amz-copy-source'] !== undefined)
        fetch(url, { method: 'PUT', body: 'forged!!!' }).then(resolve, reject);
      return undefined;
    };
  });
  await store.seal(UPLOAD, confirmed, SEALED);
  await forging;
  // versitygw may keep either version when an upload meets a deletion. Only the sealed copy is ever read.
  expect(await download(SEALED)).toBe('confirmed');
});

test('a sealed object is served with headers of the service, not of its uploader', async () => {
  const url = await store.signUpload({ key: UPLOAD, size: 4, expiresAt: soon() });
  await fetch(url, { method: 'PUT', body: '<a/>', headers: { 'content-type': 'text/html' } });
  await store.seal(UPLOAD, (await store.stat(UPLOAD))?.generation ?? '', SEALED);
  const { headers } = await fetch(await store.signDownload({ key: SEALED, expiresAt: soon() }));
  expect([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
    'application/octet-stream',
    'attachment',
    'private, no-store',
  ]);
});

test('a seal whose answer was lost is repeated, and every version is destroyed with its object', async () => {
  const generation = await put(randomBytes(100_000));
  front.reply = (method) => (method === 'DELETE' ? { status: 500, body: errorXml('InternalError') } : undefined);
  await expect(store.seal(UPLOAD, generation, SEALED)).rejects.toMatchObject({ name: 'Unavailable' });
  front.reply = () => undefined;
  await store.seal(UPLOAD, generation, SEALED);
  expect((await store.stat(SEALED))?.size).toBe(100_000);
  expect(await versionsIn(server, bucket)).toHaveLength(1);
  await store.delete(SEALED);
  expect(await versionsIn(server, bucket)).toEqual([]);
});

test('versions that an operator hid with a delete are listed and destroyed', async () => {
  await put('hidden', SEALED);
  await adminOf(server).send(new DeleteObjectCommand({ Bucket: bucket, Key: 'rooms/sealed/a!' }));
  expect(await store.stat(SEALED)).toBeUndefined();
  expect(await store.list('')).toEqual({ keys: [SEALED] });
  await store.delete(SEALED);
  expect(await versionsIn(server, bucket)).toEqual([]);
});

test('a foreign object is neither listed nor touched', async () => {
  for (const Key of ['rooms/sealed/a', 'rooms/A!', 'other/sealed/a!'])
    await adminOf(server).send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));
  expect(await store.list('')).toEqual({ keys: [] });
  await store.delete(SEALED);
  expect(await versionsIn(server, bucket)).toHaveLength(3);
});

test('many versions of one object are destroyed, each by one request', async () => {
  const url = await store.signUpload({ key: UPLOAD, size: 1, expiresAt: soon() });
  for (let version = 0; version < MANY; version++) await fetch(url, { method: 'PUT', body: 'x' });
  let deletions = 0;
  front.reply = (method) => {
    if (method === 'DELETE') deletions += 1;
    return undefined;
  };
  await store.delete(UPLOAD);
  expect(await versionsIn(server, bucket)).toEqual([]);
  expect(deletions).toBe(MANY);
});

describe('while the S3 server fails', () => {
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    stat: () => store.stat(UPLOAD),
    seal: () => store.seal(UPLOAD, 'a'.repeat(64), SEALED),
    delete: () => store.delete(UPLOAD),
    list: () => store.list(''),
    check: () => store.check(),
  };
  const failures = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, call]) => [
          name,
          await call().then(
            () => 'no failure',
            (error: unknown) => (error as Error).name,
          ),
        ]),
      ),
    );
  const allUnavailable = Object.fromEntries(Object.keys(calls).map((name) => [name, 'Unavailable']));

  test.each([
    ['AccessDenied', 403],
    ['NoSuchBucket', 404],
    ['InternalError', 500],
    ['InvalidAccessKeyId', 403],
    ['ExpiredToken', 400],
    ['RequestTimeTooSkewed', 403],
    ['AuthorizationHeaderMalformed', 400],
  ])('every call is Unavailable on %s', async (code, status) => {
    front.reply = () => ({ status, body: errorXml(code) });
    expect(await failures()).toEqual(allUnavailable);
    front.reply = () => undefined;
    await store.check();
  });

  test('a page of a proxy is not a missing object', async () => {
    front.reply = () => ({ status: 404, body: '<html>404</html>' });
    expect(await failures()).toEqual(allUnavailable);
  });

  test('a call without a reply ends within its deadline', async () => {
    front.reply = () => 'silence';
    const begun = performance.now();
    expect(await failures()).toEqual(allUnavailable);
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  test('a bucket that loses its versioning while serving fails the check with what to change', async () => {
    const VersioningConfiguration = { Status: 'Suspended' } as const;
    await adminOf(server).send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
    await expect(store.check()).rejects.toMatchObject({
      name: 'Unavailable',
      cause: { message: expect.stringContaining('enable its versioning.') },
    });
  });
});
