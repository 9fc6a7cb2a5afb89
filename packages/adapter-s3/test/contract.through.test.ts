import { afterAll, beforeAll } from '@jest/globals';
import { blobStoreSuite } from '@strongroom/contract-tests';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { gatewayBlobs, MAX_COMPILE_MS } from './setting.ts';

let server: S3Server;
let bucket: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
  bucket = await newBucket(server);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

blobStoreSuite('blobs on versitygw, through the service', () => gatewayBlobs(server, bucket), {
  'BS-23': 'the server has no quota; serving.test.ts shows it with the answers of one that has',
});
