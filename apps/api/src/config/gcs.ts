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

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Endpoint of Cloud Storage, for the service and its clients. Throws InvalidSetting. */
export function parseGcsEndpoint(text: string): string {
  const url = URL.parse(text);
  const isBare = url !== null && url.username === '' && /^\/?$/.test(url.pathname + url.search + url.hash);
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new InvalidSetting('must be an address such as https://storage.example.com');
  // It carries credentials of the service, and signed addresses that anyone who reads them can use.
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return url.origin;
}

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
