import { isAbsolute, join } from 'node:path';
import type { AuditKeyFiles, CheckpointBucket, CheckpointPlace, Keepers } from '../command/embedded.ts';
import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DataFolder } from './data-folder.ts';

/** The files of the audit log's keys, from the settings of the service. Throws Problem. */
export function auditKeysOf(
  { variable }: Pick<Terminal, 'variable'>,
  { path, keys }: Pick<DataFolder, 'path' | 'keys'>,
): AuditKeyFiles {
  const named = variable('STRONGROOM_AUDIT_KEY');
  const file = named ?? join(keys, 'audit.key');
  const earlier = `${file.replace(/\.key$/u, '')}.checkpoint`;
  const lastCheckpoint = placeOf(variable) ?? { file: join(path, 'audit.checkpoint'), earlier };
  return { file, isMade: named === undefined, lastCheckpoint };
}

const BUCKET = /^(?:s3|gs):\/\//u;

/** The same as for the service; undefined where the settings name no place. */
function placeOf(variable: Terminal['variable']): CheckpointPlace | undefined {
  const said = variable('STRONGROOM_AUDIT_CHECKPOINT');
  if (said === undefined) return undefined;
  if (said === 'none') return { nowhere: true };
  if (!BUCKET.test(said)) return { file: said, earlier: undefined };
  return { bucket: bucketOf(said, variable, 'STRONGROOM_AUDIT_CHECKPOINT') };
}

function bucketOf(said: string, variable: Terminal['variable'], setting: string): CheckpointBucket {
  const url = URL.parse(said);
  if (url === null) throw new Problem(`${setting}: ${said} is not s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/.`);
  const [store, prefix] = [url.protocol === 's3:' ? 's3' : 'gcs', url.pathname.slice(1)] as const;
  const endpoint = variable(store === 's3' ? 'STRONGROOM_S3_ENDPOINT' : 'STRONGROOM_GCS_ENDPOINT');
  const pathStyle = variable('STRONGROOM_S3_PATH_STYLE');
  return {
    name: `${url.protocol}//${url.host}/${prefix}`,
    store,
    bucket: url.host,
    prefix,
    endpoint: url.searchParams.get('endpoint') ?? endpoint,
    region: url.searchParams.get('region') ?? variable('STRONGROOM_S3_REGION') ?? 'us-east-1',
    pathStyle: pathStyle === undefined ? undefined : pathStyle === 'yes',
  };
}

/** The keepers of checkpoints that can be read, from the settings of the service. Throws Problem. */
export function keepersOf({ variable }: Pick<Terminal, 'variable'>): Keepers {
  const places = (variable('STRONGROOM_AUDIT_KEEPERS') ?? '').split(',').map((place) => place.trim());
  return {
    folders: places.filter(isAbsolute),
    buckets: places
      .filter((place) => BUCKET.test(place))
      .map((place) => bucketOf(place, variable, 'STRONGROOM_AUDIT_KEEPERS')),
  };
}

/** Whether witnesses, or keepers that can be read, know the last checkpoint. */
export function isWitnessed(terminal: Pick<Terminal, 'variable'>): boolean {
  const { folders, buckets } = keepersOf(terminal);
  return (terminal.variable('STRONGROOM_AUDIT_WITNESS') ?? '').trim() !== '' || folders.length + buckets.length > 0;
}
