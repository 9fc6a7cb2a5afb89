import type { BucketSeen, BucketSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const DAY = 86_400;

/** The settings for objects in Cloud Storage; undefined if they name none. */
export function bucketOf({ variable }: Pick<Terminal, 'variable'>): BucketSettings | 'unnamed' | undefined {
  if (variable('STRONGROOM_BLOBS') !== 'gcs') return undefined;
  const bucket = variable('STRONGROOM_GCS_BUCKET');
  if (bucket === undefined) return 'unnamed';
  const weakerDeletion = variable('STRONGROOM_GCS_WEAKER_DELETION') === 'allow' ? 'allow' : 'refuse';
  return { bucket, weakerDeletion, endpoint: variable('STRONGROOM_GCS_ENDPOINT') };
}

/** Could a service with these credentials work with this bucket, and does deleted mean deleted there? */
export async function checkBucket(
  settings: BucketSettings | 'unnamed',
  inspect: (settings: BucketSettings) => Promise<BucketSeen>,
): Promise<Finding> {
  if (settings === 'unnamed')
    return fail('bucket', 'STRONGROOM_GCS_BUCKET is missing', 'name the bucket that the service uses');
  const seen = await inspect(settings);
  if (seen.state !== 'fits')
    return seen.state === 'unfit'
      ? fail('bucket', seen.reason, 'change the bucket as it says, then start the service')
      : fail(
          'bucket',
          `Cloud Storage cannot be asked (${seen.reason})`,
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
