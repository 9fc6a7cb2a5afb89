import { afterAll, beforeAll } from '@jest/globals';
import { blobStoreSuite } from '@strongroom/contract-tests';
import { versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { directBlobs } from './direct-setting.ts';
import { MAX_COMPILE_MS } from './setting.ts';

const NOT_SHOWN = {
  'BS-15': 'versitygw up to 1.8.0 stores the beginning of an upload that was cut off',
  'BS-20': 'S3 sets no limit for an upload that has begun; the test would wait for a day',
};

let server: S3Server;
let bucket: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  server = await startVersitygw(process.env);
  bucket = await versionedBucket(server);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

/** versitygw 1.7.0 compares the version with the current one, and then removes whatever is current. */
const harness = async () => ({
  ...(await directBlobs(server, bucket, { cutUploads: 'allow' })),
  losesPutsDuringDeletion: true,
});

blobStoreSuite('blobs on versitygw, directly', harness, NOT_SHOWN);
