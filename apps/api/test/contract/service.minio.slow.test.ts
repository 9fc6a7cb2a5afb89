import { afterAll, beforeAll } from '@jest/globals';
import { startMinio } from '../../../../scripts/minio.ts';
import { versionedBucket } from '../../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
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
