import { afterAll, beforeAll } from '@jest/globals';
import { startMinio } from '@strongroom/test-servers/minio';
import { versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { suitesOnS3 } from './suites-on-s3.ts';

/** A missing MinIO is compiled first. */
const START_MS = 600_000;

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startMinio(process.env);
}, START_MS);
afterAll(() => server?.stop());

suitesOnS3(
  'MinIO',
  () => server,
  () => versionedBucket(server),
);
