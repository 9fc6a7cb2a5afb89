import { serviceSuite } from '@strongroom/contract-tests';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { serviceOnS3 } from './harness.ts';

const IN_MEMORY = { STRONGROOM_DOCUMENTS: 'memory' };

/**
 * The suite of the service on a server of S3, once for each way of the bytes. `server`: asked when a suite begins.
 * `bucketOfDirect` makes a bucket as the service wants it where it gives out signed addresses.
 */
export function suitesOnS3(name: string, server: () => S3Server, bucketOfDirect: () => Promise<string>): void {
  serviceSuite(`the service on ${name}`, async () =>
    serviceOnS3({ ...IN_MEMORY, ...s3Settings(server(), await newBucket(server())) }),
  );
  serviceSuite(`the service beside ${name}, whose addresses it gives out`, async () => ({
    ...(await serviceOnS3({
      ...IN_MEMORY,
      ...directS3Settings(server(), await bucketOfDirect()),
      STRONGROOM_S3_CUT_UPLOADS: 'refuse',
    })),
    objectsElsewhere: true,
  }));
}
