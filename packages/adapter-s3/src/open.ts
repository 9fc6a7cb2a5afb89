import { Unavailable } from '@strongroom/ports';
import { BucketApi } from './bucket/bucket-api.ts';
import { BucketChecks } from './bucket/bucket-checks.ts';
import { S3Failure } from './bucket/s3-failure.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { type Access, connect } from './connect.ts';
import { ObjectNames } from './through/object-names.ts';
import { ThroughService, type ThroughServiceOptions } from './through/through-service.ts';

export type S3BlobStoreOptions = Access & ThroughServiceOptions;

/**
 * Opens the store after checking the settings, the rights and the bucket. Rejects with BucketUnfit if the operator must
 * change something, and with Unavailable if the server does not reply.
 */
export async function openS3Blobs(options: S3BlobStoreOptions): Promise<ThroughService> {
  const { api, checks } = bucketOf(options);
  await checks.atStart().catch(asUnfit);
  return new ThroughService(api, options, () => checks.whileServing());
}

/** Reads the settings of the bucket and changes nothing. Rejects as `openS3Blobs` does. */
export async function inspectS3Bucket(options: Access & Readonly<{ prefix: string }>): Promise<void> {
  await bucketOf(options).checks.withoutChange().catch(asUnfit);
}

function bucketOf(options: Access & Readonly<{ prefix: string }>) {
  const api = new BucketApi(connect(options), options.bucket, options.endpoint);
  return { api, checks: new BucketChecks(api, new ObjectNames(options.prefix).probe('')) };
}

function asUnfit(error: unknown): never {
  const cause = error instanceof Unavailable ? error.cause : undefined;
  throw cause instanceof BucketUnfit || (cause instanceof S3Failure && cause.isUnfit)
    ? new BucketUnfit(cause.message, { cause })
    : error;
}
