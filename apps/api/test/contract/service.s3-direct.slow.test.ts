import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { directS3Settings } from '../support/s3-settings.ts';
import { serviceOnS3 } from './harness.ts';

/** A missing versitygw is compiled first. */
const COMPILING_MS = 600_000;
const IN_MEMORY = { STRONGROOM_DOCUMENTS: 'memory' };

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
}, COMPILING_MS);
afterAll(() => server?.stop());

serviceSuite('the service beside versitygw, whose addresses it gives out', async () => ({
  ...(await serviceOnS3({ ...IN_MEMORY, ...directS3Settings(server, await versionedBucket(server, '*')) })),
  objectsElsewhere: true,
}));
