import { storageEndpoint } from './addresses.ts';
import { InvalidSetting } from './setting.ts';

/** The name of a bucket of Cloud Storage. Throws InvalidSetting. */
export function parseBucket(text: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(text))
    throw new InvalidSetting('must be the name of a bucket, without gs:// before it');
  return text;
}

/** The access id of an HMAC key. Throws InvalidSetting. */
export function parseHmacId(text: string): string {
  if (!/^GOOG[A-Z0-9]{4,120}$/.test(text))
    throw new InvalidSetting('must be the access id of an HMAC key, which begins with GOOG');
  return text;
}

/** The secret of an HMAC key. Throws InvalidSetting, which never repeats the text. */
export function parseHmacSecret(text: string): string {
  if (!/^[A-Za-z0-9+/]{40}$/.test(text))
    throw new InvalidSetting('must be the 40 characters of the secret of an HMAC key');
  return text;
}

/** Endpoint of Cloud Storage, for the service and its clients. Throws InvalidSetting. */
export const parseGcsEndpoint = storageEndpoint('https://storage.example.com');

type Chosen = Readonly<{ blobs: string; gcsBucket: unknown; gcsHmacId: unknown; gcsHmacSecret: unknown }>;

/** Missing settings of Cloud Storage, as sentences. */
export const gcsProblems = ({ blobs, gcsBucket, gcsHmacId, gcsHmacSecret }: Chosen): readonly string[] => [
  ...(blobs === 'gcs' && gcsBucket === undefined
    ? ['STRONGROOM_GCS_BUCKET is missing: STRONGROOM_BLOBS=gcs needs a bucket.']
    : []),
  ...(gcsHmacId !== undefined && gcsHmacSecret === undefined
    ? ['STRONGROOM_GCS_HMAC_SECRET is missing: STRONGROOM_GCS_HMAC_ID is set.']
    : []),
  ...(gcsHmacId === undefined && gcsHmacSecret !== undefined
    ? ['STRONGROOM_GCS_HMAC_ID is missing: STRONGROOM_GCS_HMAC_SECRET is set.']
    : []),
];
