import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { blobStoreSuite } from '@strongroom/contract-tests';
import { startCephRgw } from '@strongroom/test-servers/ceph-rgw';
import { newBucket, versionedBucket, versionsIn } from '@strongroom/test-servers/s3-bucket';
import { denyPublicObjects } from '@strongroom/test-servers/s3-policies';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { openDirectS3Blobs } from '../src/index.ts';
import { directBlobs, directOptions } from './direct-setting.ts';
import { gatewayBlobs, MAX_COMPILE_MS } from './setting.ts';

const NOT_SHOWN = {
  'BS-20': 'S3 sets no limit for an upload that has begun; the test would wait for a day',
};

let server: S3Server;
let plain: string;
let versioned: string;
beforeAll(async () => {
  server = await startCephRgw();
  plain = await newBucket(server);
  versioned = await versionedBucket(server);
  await denyPublicObjects(server, versioned);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

test('without the policy of the how-to page the holder of an upload address can make an object public', async () => {
  const bucket = await versionedBucket(server);
  await expect(openDirectS3Blobs(directOptions(server, bucket))).rejects.toThrow(
    `The holder of an upload address can make an object of the bucket ${bucket} public by the header x-amz-acl; deny it in the policy of the bucket.`,
  );
  expect(await versionsIn(server, bucket)).toEqual([]);
});

blobStoreSuite('blobs on Ceph RGW, through the service', () => gatewayBlobs(server, plain), {
  'BS-23': 'the server has no quota',
});
blobStoreSuite('blobs on Ceph RGW, directly', () => directBlobs(server, versioned), NOT_SHOWN);
