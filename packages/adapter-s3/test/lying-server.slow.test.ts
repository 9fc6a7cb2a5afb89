import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { BlobKey } from '@strongroom/ports';
import { newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { openDirectS3Blobs, openS3Blobs } from '../src/index.ts';
import { directOptions } from './direct-setting.ts';
import { S3Proxy } from './front.ts';
import { findFalsehoods, gatewayTransfers, inOneMinute, storeCalls } from './lies.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

let server: S3Server;
let front: S3Proxy;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
  front = await S3Proxy.before(server.port);
}, MAX_COMPILE_MS);
afterAll(async () => {
  await front?.close();
  await server?.stop();
});

const through = async () => {
  const store = await openS3Blobs({
    ...bucketAccess(server, await newBucket(server)),
    endpoint: front.endpoint,
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32),
    clock: { now: () => Date.now() as Instant },
    prefix: 'rooms/',
  });
  return (folder: string) => storeCalls(store, gatewayTransfers(store), folder);
};

const direct = async () => {
  const there = { endpoint: front.endpoint, publicEndpoint: server.endpoint, prefix: 'rooms/' };
  const bucket = await versionedBucket(server);
  const store = await openDirectS3Blobs(directOptions(server, bucket, { ...there, cutUploads: 'allow' }));
  const put = async (key: BlobKey, size: number) => {
    const url = await store.signUpload({ key, size, expiresAt: inOneMinute() });
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(size) })).status).toBe(200);
  };
  const read = async (key: BlobKey) =>
    (await (await fetch(await store.signDownload({ key, expiresAt: inOneMinute() }))).arrayBuffer()).byteLength;
  return (folder: string) => storeCalls(store, { put, read }, folder);
};

const CALLS = ['stat', 'list', 'delete', 'read', 'put', 'put in parts', 'seal', 'join', 'check'];

describe.each([
  ['through the service', through],
  ['direct', direct],
])('%s', (_, open) => {
  let calls: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    calls = await open();
  });

  test.each(CALLS)(
    '%s is refused or true, whatever answers in place of the server',
    async (name) => {
      expect(await findFalsehoods(front, (folder) => calls(folder)[name])).toEqual([]);
    },
    120_000,
  );
});
