import { afterAll, beforeAll } from '@jest/globals';
import { blobStoreSuite } from '@strongroom/contract-tests';
import { newBucket } from '../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../scripts/s3-server.ts';
import { startVersitygw } from '../../../scripts/versitygw.ts';
import { COMPILING_MS, throughBlobs } from './setting.ts';

let server: S3Server;
let bucket: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
  bucket = await newBucket(server);
}, COMPILING_MS);
afterAll(() => server?.stop());

blobStoreSuite('blobs on versitygw, through the service', () => throughBlobs(server, bucket));
