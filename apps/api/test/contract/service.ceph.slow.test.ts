import { afterAll, beforeAll } from '@jest/globals';
import { startCephRgw } from '../../../../scripts/ceph-rgw.ts';
import { versionedBucket } from '../../../../scripts/s3-bucket.ts';
import { denyPublicObjects } from '../../../../scripts/s3-policies.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
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
