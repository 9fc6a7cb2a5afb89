import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { startMinio } from '../../../../scripts/minio.ts';
import { newBucket, versionedBucket } from '../../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { serviceOnS3 } from './harness.ts';

/** A missing MinIO is compiled first. */
const START_MS = 600_000;
const IN_MEMORY = { STRONGROOM_DOCUMENTS: 'memory' };

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startMinio(process.env);
}, START_MS);
afterAll(() => server?.stop());

serviceSuite('the service on MinIO', async () =>
  serviceOnS3({ ...IN_MEMORY, ...s3Settings(server, await newBucket(server)) }),
);
serviceSuite('the service beside MinIO, whose addresses it gives out', async () => ({
  ...(await serviceOnS3({
    ...IN_MEMORY,
    ...directS3Settings(server, await versionedBucket(server)),
    STRONGROOM_S3_CUT_UPLOADS: 'refuse',
  })),
  objectsElsewhere: true,
}));
