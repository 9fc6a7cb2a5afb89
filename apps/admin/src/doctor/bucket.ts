import type { Terminal } from '@strongroom/command-line';
import { type Finding, fail, ok, ROOM_SERVICE_VARIABLES, type Variable, warn } from '@strongroom/settings';
import { readSetting } from '../service/setting.ts';
import type { BucketSeen, BucketSettings } from '../service/stores.ts';

const DAY = 86_400;

/** The bucket of a service, or the name of the variable that should name it. */
export type DoctorBucket = BucketSettings | Readonly<{ missing: string }>;

/** Settings of objects in a bucket; undefined if they are elsewhere. */
export function bucketOf(terminal: Pick<Terminal, 'environment'>): DoctorBucket | undefined {
  const of = <T>(variable: Variable<T>): T => readSetting(terminal, variable);
  const { gcsBucket, s3Bucket, s3PathStyle } = ROOM_SERVICE_VARIABLES;
  if (of(ROOM_SERVICE_VARIABLES.blobs) === 'gcs') {
    const bucket = of(gcsBucket);
    if (bucket === undefined) return { missing: gcsBucket.name };
    const [weakerDeletion, endpoint] = [
      of(ROOM_SERVICE_VARIABLES.gcsWeakerDeletion),
      of(ROOM_SERVICE_VARIABLES.gcsEndpoint),
    ];
    return { store: 'gcs', bucket, weakerDeletion, endpoint };
  }
  if (of(ROOM_SERVICE_VARIABLES.blobs) !== 's3') return undefined;
  const bucket = of(s3Bucket);
  if (bucket === undefined) return { missing: s3Bucket.name };
  const pathStyle = of(s3PathStyle);
  return {
    store: 's3',
    bucket,
    endpoint: of(ROOM_SERVICE_VARIABLES.s3Endpoint),
    region: of(ROOM_SERVICE_VARIABLES.s3Region),
    pathStyle: pathStyle === undefined ? undefined : pathStyle === 'yes',
    prefix: of(ROOM_SERVICE_VARIABLES.s3Prefix) ?? '',
    way: of(ROOM_SERVICE_VARIABLES.s3Way),
  };
}

/** Checks whether a service with these credentials could use the bucket, and whether deletion is immediate there. */
export async function checkBucket(
  settings: DoctorBucket,
  inspect: (settings: BucketSettings) => Promise<BucketSeen>,
): Promise<Finding> {
  if ('missing' in settings)
    return fail('bucket', `${settings.missing} is missing`, 'name the bucket that the service uses');
  const seen = await inspect(settings);
  if (seen.state !== 'fits')
    return seen.state === 'unfit'
      ? fail('bucket', seen.reason, 'change what it names; a service that runs notices it by itself')
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
