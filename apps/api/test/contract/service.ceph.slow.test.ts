import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { startCephRgw } from '../../../../scripts/ceph-rgw.ts';
import { newBucket, versionedBucket } from '../../../../scripts/s3-bucket.ts';
import { denyPublicObjects } from '../../../../scripts/s3-policies.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { serviceOnS3 } from './harness.ts';

/** It makes its pools first. */
const START_MS = 600_000;
const IN_MEMORY = { STRONGROOM_DOCUMENTS: 'memory' };

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

serviceSuite('the service on Ceph RGW', async () =>
  serviceOnS3({ ...IN_MEMORY, ...s3Settings(server, await newBucket(server)) }),
);
serviceSuite('the service beside Ceph RGW, whose addresses it gives out', async () => ({
  ...(await serviceOnS3({
    ...IN_MEMORY,
    ...directS3Settings(server, await deniedBucket()),
    STRONGROOM_S3_CUT_UPLOADS: 'refuse',
  })),
  objectsElsewhere: true,
}));
