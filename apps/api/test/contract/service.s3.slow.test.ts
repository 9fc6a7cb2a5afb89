import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { s3Settings } from '../support/s3-settings.ts';
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

serviceSuite('the service on versitygw', async () =>
  serviceOnS3({ ...IN_MEMORY, ...s3Settings(server, await newBucket(server)) }),
);
