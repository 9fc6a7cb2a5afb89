import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { BlobGateway, BlobStore } from '@strongroom/ports';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { openS3Blobs } from '../src/index.ts';
import { S3Proxy } from './front.ts';
import { findFalsehoods, gatewayTransfers, storeCalls } from './lies.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

let server: S3Server;
let front: S3Proxy;
let store: BlobStore & BlobGateway;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
  front = await S3Proxy.before(server.port);
  store = await openS3Blobs({
    ...bucketAccess(server, await newBucket(server)),
    endpoint: front.endpoint,
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32),
    clock: { now: () => Date.now() as Instant },
    prefix: 'rooms/',
  });
}, MAX_COMPILE_MS);
afterAll(async () => {
  await front?.close();
  await server?.stop();
});

test.each(['delete', 'read', 'put'])('%s is refused or true, whatever answers in place of the server', async (name) => {
  expect(await findFalsehoods(front, (folder) => storeCalls(store, gatewayTransfers(store), folder)[name])).toEqual([]);
});
