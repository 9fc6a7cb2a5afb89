import { isAbsolute } from 'node:path';
import { Malformed, parseVerifierKey, SIGNATURE_TYPES } from '@strongroom/audit-proof';
import { Email } from '@strongroom/domain';
import { placeOf } from './drivers.ts';
import { parseBucket, parseGcsEndpoint } from './gcs.ts';
import { parseS3Bucket, parseS3Endpoint, parseS3Prefix, parseS3Region } from './s3.ts';
import { InvalidSetting, listOfTexts } from './setting.ts';

/** A witness of the audit log: its key, and the beginning of its addresses without a slash at the end. */
export type Witness = Readonly<{ vkey: string; url: string }>;

const FORM = 'must be witnesses between commas, each VKEY@https://HOST/PATH; plain http:// on this machine only';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Witnesses between commas. Throws InvalidSetting. */
export function parseWitnesses(text: string): readonly Witness[] {
  return listOfTexts(text).map(witnessOf);
}

function witnessOf(text: string): Witness {
  const [vkey = '', rest] = text.split('@http', 2);
  const url = rest === undefined ? null : URL.parse(`http${rest}`);
  const isBare = url !== null && url.username === '' && url.search === '' && url.hash === '';
  if (!isBare || (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))) throw new InvalidSetting(FORM);
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

/** Folders, mailboxes and buckets between commas. Throws InvalidSetting. */
export function parseKeepers(text: string): Keepers {
  const places = listOfTexts(text);
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
    bucket: isS3 ? parseS3Bucket(url.host) : parseBucket(url.host),
    prefix: prefix === '' ? '' : parseS3Prefix(prefix),
    endpoint: endpoint === null ? undefined : (isS3 ? parseS3Endpoint : parseGcsEndpoint)(endpoint),
    region: region === null ? undefined : parseS3Region(region),
  };
}

/** The place of the last signed checkpoint: a file, a part of a bucket, or the memory of the process. */
export type CheckpointPlace = Readonly<{ file: string } | { bucket: KeeperBucket } | { nowhere: true }>;

/** A file, `s3://BUCKET/PREFIX/`, `gs://BUCKET/PREFIX/`, or `none`. Throws InvalidSetting. */
export function parseCheckpointPlace(text: string): CheckpointPlace {
  if (text === 'none') return { nowhere: true };
  return BUCKET.test(text) ? { bucket: keeperBucket(text) } : { file: text };
}

type Known = Readonly<{
  auditCheckpoint: CheckpointPlace | undefined;
  auditWitnesses: readonly Witness[] | undefined;
  auditKeepers: Keepers | undefined;
}>;

/** A sentence where nothing outside of the database tells that it was restored from a backup; undefined otherwise. */
export function checkpointWarning({ auditCheckpoint, auditWitnesses = [], auditKeepers }: Known): string | undefined {
  if (auditCheckpoint === undefined || !('nowhere' in auditCheckpoint)) return undefined;
  const isKept = (auditKeepers?.folders.length ?? 0) + (auditKeepers?.buckets.length ?? 0) > 0;
  if (auditWitnesses.length > 0 || isKept) return undefined;
  return 'STRONGROOM_AUDIT_CHECKPOINT is none, and there is no witness and no keeper that can be read: a database that loses its last events continues the audit log unnoticed. Name a part of a bucket, s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/.';
}

type Chosen = Readonly<{ documents: string; auditKey: unknown; auditCheckpoint: unknown }>;

/** Missing settings of the audit log, as sentences. Each process on its own machine must have the same key. */
export function auditProblems({ documents, auditKey, auditCheckpoint }: Chosen): readonly string[] {
  const place = placeOf('documents', documents);
  if (place === 'elsewhere' && auditKey === undefined)
    return [
      `STRONGROOM_AUDIT_KEY is missing: STRONGROOM_DOCUMENTS=${documents} needs a file with a key that all processes share; \`strongroom audit key --make ADDRESS\` prints one.`,
    ];
  if (place === 'process' && (auditKey ?? auditCheckpoint) !== undefined)
    return [
      `STRONGROOM_AUDIT_KEY is set: with STRONGROOM_DOCUMENTS=${documents} the log and its key end with the process.`,
    ];
  return [];
}
