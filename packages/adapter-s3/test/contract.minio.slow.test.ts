import { afterAll, beforeAll } from '@jest/globals';
import { blobStoreSuite } from '@strongroom/contract-tests';
import { startMinio } from '@strongroom/test-servers/minio';
import { newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { directBlobs } from './direct-setting.ts';
import { gatewayBlobs, MAX_COMPILE_MS } from './setting.ts';

const NOT_SHOWN = {
  'BS-20': 'S3 sets no limit for an upload that has begun; the test would wait for a day',
};

let server: S3Server;
let plain: string;
let versioned: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startMinio(process.env);
  plain = await newBucket(server);
  versioned = await versionedBucket(server);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

blobStoreSuite('blobs on MinIO, through the service', () => gatewayBlobs(server, plain), {
  'BS-23': 'the server has no quota',
});
blobStoreSuite('blobs on MinIO, directly', () => directBlobs(server, versioned), NOT_SHOWN);
