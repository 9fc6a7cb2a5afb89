import type { S3Client } from '@aws-sdk/client-s3';
import { Unavailable } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import { BucketUnfit } from '../bucket/bucket-unfit.ts';
import type { BucketCredentials } from '../bucket/connect.ts';
import { explainS3Error } from '../bucket/s3-failure.ts';
import type { SigningKey } from './presigned.ts';

/**
 * The key that signs addresses now: that of the given credentials, which may change, or of those that the SDK finds. Throws
 * BucketUnfit for temporary ones, because addresses end with them, and Unavailable.
 */
export async function signingKeyOf(
  { credentials, region }: Pick<BucketCredentials, 'credentials' | 'region'>,
  client: S3Client,
  deadline: Deadline,
): Promise<() => SigningKey> {
  if (typeof credentials === 'function') {
    lasting(credentials());
    return () => ({ ...lasting(credentials()), region });
  }
  const key = await foundKey(client, deadline);
  return () => key;
}

type Found = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string; expiration?: Date }>;

async function foundKey(client: S3Client, deadline: Deadline): Promise<SigningKey> {
  const asked = { bucket: '', endpoint: undefined, right: 's3:PutObject' };
  const [found, region] = await deadline
    .bound(Promise.all([client.config.credentials(), client.config.region()]))
    .catch((error: unknown) => {
      throw new Unavailable('blobs', { cause: explainS3Error(error, asked) });
    });
  return { ...lasting(found), region };
}

function lasting({ accessKeyId, secretAccessKey, sessionToken, expiration }: Found): Omit<SigningKey, 'region'> {
  if (sessionToken !== undefined || expiration !== undefined)
    throw new BucketUnfit(
      'The S3 credentials are temporary, and signed addresses would end with them; use the access key of a user, or the way through-service.',
    );
  return { accessKeyId, secretAccessKey };
}
