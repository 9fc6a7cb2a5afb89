import type { S3Client } from '@aws-sdk/client-s3';
import { Unavailable } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import { BucketUnfit } from '../bucket/bucket-unfit.ts';
import { s3Failure } from '../bucket/s3-failure.ts';
import type { SigningKey } from './presigned.ts';

/**
 * The credentials that the SDK finds. Throws BucketUnfit for temporary ones, because addresses end with them, and
 * Unavailable.
 */
export async function signingKeyOf(client: S3Client, deadline: Deadline): Promise<SigningKey> {
  const asked = { bucket: '', endpoint: undefined, right: 's3:PutObject' };
  const [found, region] = await deadline
    .bound(Promise.all([client.config.credentials(), client.config.region()]))
    .catch((error: unknown) => {
      throw new Unavailable('blobs', { cause: s3Failure(error, asked) });
    });
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = found;
  if (sessionToken !== undefined || expiration !== undefined)
    throw new BucketUnfit(
      'The S3 credentials are temporary, and signed addresses would end with them; use the access key of a user, or the way through-service.',
    );
  return { accessKeyId, secretAccessKey, region };
}
