import { type BlobStoreHarness, embeddedBlobs } from '@strongroom/contract-tests';
import type { S3Server } from '../../../scripts/s3-server.ts';
import { openS3Blobs } from '../src/index.ts';

/** Milliseconds: a missing server is compiled first. */
export const COMPILING_MS = 600_000;

export const accessOf = ({ endpoint, region, credentials }: S3Server, bucket: string) => ({
  bucket,
  endpoint,
  region,
  credentials,
});

let prefixes = 0;

/** A store in a part of the bucket of its own, whose bytes pass through a bridge. */
export const throughBlobs = (server: S3Server, bucket: string): Promise<BlobStoreHarness> =>
  embeddedBlobs((options) => openS3Blobs({ ...accessOf(server, bucket), ...options, prefix: `test-${++prefixes}/` }));
