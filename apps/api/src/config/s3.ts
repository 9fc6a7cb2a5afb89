import { storageEndpoint } from './addresses.ts';
import { InvalidSetting } from './setting.ts';

/** The name of a bucket of an S3 server. Throws InvalidSetting. */
export function parseS3Bucket(text: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
    throw new InvalidSetting('must be the name of a bucket, without s3:// before it');
  return text;
}

/** The origin of an S3 server. Throws InvalidSetting. */
export const parseS3Endpoint = storageEndpoint('https://s3.example.com');

/** Throws InvalidSetting. */
export function parseS3Region(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) throw new InvalidSetting('must be a region, such as eu-central-1');
  return text;
}

/** Throws InvalidSetting. */
export function parseS3Prefix(text: string): string {
  if (text.length > 200 || !/^([a-z0-9][a-z0-9-]*\/)+$/.test(text))
    throw new InvalidSetting('must be names of a-z, 0-9 and "-", each followed by "/", such as strongroom/');
  return text;
}

type Chosen = Readonly<{ blobs: string; s3Bucket: unknown }>;

/** Missing settings of an S3 server, as sentences. */
export const s3Problems = ({ blobs, s3Bucket }: Chosen): readonly string[] =>
  blobs === 's3' && s3Bucket === undefined
    ? ['STRONGROOM_S3_BUCKET is missing: STRONGROOM_BLOBS=s3 needs a bucket.']
    : [];
