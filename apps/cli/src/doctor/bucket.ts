import type { BucketSeen, BucketSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const DAY = 86_400;

/** The bucket of a service, or the name of the variable that should name it. */
export type Bucket = BucketSettings | Readonly<{ missing: string }>;

/** Settings of objects in a bucket; undefined if they are elsewhere. */
export function bucketOf({ variable }: Pick<Terminal, 'variable'>): Bucket | undefined {
  if (variable('STRONGROOM_BLOBS') === 'gcs') return gcsBucketOf(variable);
  return variable('STRONGROOM_BLOBS') === 's3' ? s3BucketOf(variable) : undefined;
}

function gcsBucketOf(variable: Terminal['variable']): Bucket {
  const bucket = variable('STRONGROOM_GCS_BUCKET');
  if (bucket === undefined) return { missing: 'STRONGROOM_GCS_BUCKET' };
  const weakerDeletion = variable('STRONGROOM_GCS_WEAKER_DELETION') === 'allow' ? 'allow' : 'refuse';
  return { store: 'gcs', bucket, weakerDeletion, endpoint: variable('STRONGROOM_GCS_ENDPOINT') };
}

function s3BucketOf(variable: Terminal['variable']): Bucket {
  const bucket = variable('STRONGROOM_S3_BUCKET');
  if (bucket === undefined) return { missing: 'STRONGROOM_S3_BUCKET' };
  const pathStyle = variable('STRONGROOM_S3_PATH_STYLE');
  return {
    store: 's3',
    bucket,
    endpoint: variable('STRONGROOM_S3_ENDPOINT'),
    region: variable('STRONGROOM_S3_REGION') ?? 'us-east-1',
    pathStyle: pathStyle === undefined ? undefined : pathStyle === 'yes',
    prefix: variable('STRONGROOM_S3_PREFIX') ?? '',
    way: variable('STRONGROOM_S3_WAY') === 'direct' ? 'direct' : 'through-service',
  };
}

/** Checks whether a service with these credentials could use the bucket, and whether deletion is immediate there. */
export async function checkBucket(
  settings: Bucket,
  inspect: (settings: BucketSettings) => Promise<BucketSeen>,
): Promise<Finding> {
  if ('missing' in settings)
    return fail('bucket', `${settings.missing} is missing`, 'name the bucket that the service uses');
  const seen = await inspect(settings);
  if (seen.state !== 'fits')
    return seen.state === 'unfit'
      ? fail('bucket', seen.reason, 'change what it names, then start the service')
      : fail(
          'bucket',
          `${settings.store === 'gcs' ? 'Cloud Storage' : 'the S3 server'} cannot be asked (${seen.reason})`,
          'look at the network and at the credentials of this user',
        );
  return seen.keptFor === 0
    ? ok('bucket', `${settings.bucket}, where deleted is deleted`)
    : warn(
        'bucket',
        `${settings.bucket} keeps what was deleted for ${Math.ceil(seen.keptFor / DAY)} days, and receipts say so`,
        `gcloud storage buckets update gs://${settings.bucket} --clear-soft-delete`,
      );
}
