import { afterAll, beforeAll } from '@jest/globals';
import { startCephRgw } from '@strongroom/test-servers/ceph-rgw';
import { versionedBucket } from '@strongroom/test-servers/s3-bucket';
import { denyPublicObjects } from '@strongroom/test-servers/s3-policies';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { suitesOnS3 } from './suites-on-s3.ts';

/** It makes its pools first. */
const START_MS = 600_000;

let server: S3Server;
beforeAll(async () => {
  server = await startCephRgw();
}, START_MS);
afterAll(() => server?.stop());

/** A bucket with the policy of the how-to page, without which the service does not start. */
async function deniedBucket(): Promise<string> {
  const bucket = await versionedBucket(server, '*');
  await denyPublicObjects(server, bucket);
  return bucket;
}

suitesOnS3('Ceph RGW', () => server, deniedBucket);
