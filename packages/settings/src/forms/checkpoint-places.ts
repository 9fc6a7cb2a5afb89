import { isAbsolute } from 'node:path';
import { Malformed, parseVerifierKey, SIGNATURE_TYPES } from '@strongroom/audit-proof';
import { Email } from '@strongroom/domain';
import { type Form, InvalidSetting } from '../variable.ts';
import { GCS_ENDPOINT_FORM, isLoopback, S3_ENDPOINT_FORM } from './addresses.ts';
import { splitList } from './form.ts';
import { GCS_BUCKET_FORM, S3_BUCKET_FORM, S3_PREFIX_FORM, S3_REGION_FORM } from './names.ts';

/** A witness of the audit log: its key, and the beginning of its addresses without a slash at the end. */
export type Witness = Readonly<{ vkey: string; url: string }>;

const FORM = 'must be witnesses between commas, each VKEY@https://HOST/PATH; plain http:// on this machine only';

/** Witnesses between commas. */
export const WITNESSES_FORM: Form<readonly Witness[]> = {
  allowed: 'witnesses between commas',
  parse: (text) => splitList(text).map(witnessOf),
};

function witnessOf(text: string): Witness {
  const [vkey = '', rest] = text.split('@http', 2);
  const url = rest === undefined ? null : URL.parse(`http${rest}`);
  const isBare = url !== null && url.username === '' && url.search === '' && url.hash === '';
  if (!isBare || (url.protocol !== 'https:' && !isLoopback(url))) throw new InvalidSetting(FORM);
  if (!isCosigner(vkey)) throw new InvalidSetting(`${FORM}; VKEY is the key that its operator publishes`);
  return { vkey, url: url.href.replace(/\/+$/u, '') };
}

function isCosigner(vkey: string): boolean {
  try {
    return parseVerifierKey(vkey).type === SIGNATURE_TYPES.cosignature;
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

/**
 * A part of a bucket that keeps checkpoints. Endpoint and region are those of the blobs where it names none. `prefix` is empty or
 * ends with a slash.
 */
export type KeeperBucket = Readonly<{
  name: string;
  store: 's3' | 'gcs';
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
}>;

/** The keepers of checkpoints: folders, mailboxes and buckets. */
export type Keepers = Readonly<{
  folders: readonly string[];
  mailboxes: readonly Email[];
  buckets: readonly KeeperBucket[];
}>;

const MAILTO = 'mailto:';
const BUCKET = /^(?:s3|gs):\/\//;
const KEEPER_FORM =
  'must be absolute paths of folders, mailto:ADDRESS, s3://BUCKET/PREFIX/ and gs://BUCKET/PREFIX/, between commas';

function parseKeepers(text: string): Keepers {
  const places = splitList(text);
  const buckets = places.filter((place) => BUCKET.test(place)).map(keeperBucket);
  const others = places.filter((place) => !BUCKET.test(place));
  const folders = others.filter((place) => !place.startsWith(MAILTO));
  const mailboxes = others.filter((place) => place.startsWith(MAILTO)).map((place) => place.slice(MAILTO.length));
  if (!folders.every(isAbsolute) || !mailboxes.every((address) => Email.is(address)))
    throw new InvalidSetting(KEEPER_FORM);
  return { folders, mailboxes: mailboxes.filter((address) => Email.is(address)), buckets };
}

const QUERY = ['endpoint', 'region'];

function keeperBucket(place: string): KeeperBucket {
  const url = URL.parse(place);
  const isBare = url !== null && url.username === '' && url.port === '' && url.hash === '';
  if (!isBare || ![...url.searchParams.keys()].every((key) => QUERY.includes(key)))
    throw new InvalidSetting(`${KEEPER_FORM}; ?endpoint=URL&region=NAME may follow`);
  const [endpoint, region] = [url.searchParams.get('endpoint'), url.searchParams.get('region')];
  const prefix = url.pathname.slice(1);
  const isS3 = url.protocol === 's3:';
  return {
    name: `${url.protocol}//${url.host}/${prefix}`,
    store: isS3 ? 's3' : 'gcs',
    bucket: (isS3 ? S3_BUCKET_FORM : GCS_BUCKET_FORM).parse(url.host),
    prefix: prefix === '' ? '' : S3_PREFIX_FORM.parse(prefix),
    endpoint: endpoint === null ? undefined : (isS3 ? S3_ENDPOINT_FORM : GCS_ENDPOINT_FORM).parse(endpoint),
    region: region === null ? undefined : S3_REGION_FORM.parse(region),
  };
}

/** The place of the last signed checkpoint: a file, a part of a bucket, or the memory of the process. */
export type CheckpointPlace = Readonly<{ file: string } | { bucket: KeeperBucket } | { nowhere: true }>;

function parseCheckpointPlace(text: string): CheckpointPlace {
  if (text === 'none') return { nowhere: true };
  return BUCKET.test(text) ? { bucket: keeperBucket(text) } : { file: text };
}

/** Folders, mailboxes and buckets between commas. */
export const KEEPERS_FORM: Form<Keepers> = { allowed: 'folders, mailto: and parts of buckets', parse: parseKeepers };

/** A file, `s3://BUCKET/PREFIX/`, `gs://BUCKET/PREFIX/`, or `none`. */
export const CHECKPOINT_PLACE_FORM: Form<CheckpointPlace> = {
  allowed: 'file, part of a bucket, or none',
  parse: parseCheckpointPlace,
};
