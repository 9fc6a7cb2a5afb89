import { join } from 'node:path';
import type { Terminal } from '@strongroom/command-line';
import { type KeeperBucket, ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { DataFolder } from './data-folder.ts';
import { readSetting } from './setting.ts';
import type { AuditKeyFiles, CheckpointBucket, CheckpointKeepers, CheckpointPlace } from './stores.ts';

type EnvironmentReader = Pick<Terminal, 'environment'>;

/** The files of the audit log's keys, from the settings of the service. Throws Problem. */
export function auditKeysOf(
  terminal: EnvironmentReader,
  { path, keys }: Pick<DataFolder, 'path' | 'keys'>,
): AuditKeyFiles {
  const named = readSetting(terminal, ROOM_SERVICE_VARIABLES.auditKey);
  const file = named ?? join(keys, 'audit.key');
  const earlier = `${file.replace(/\.key$/u, '')}.checkpoint`;
  const lastCheckpoint = placeOf(terminal) ?? { file: join(path, 'audit.checkpoint'), earlier };
  return { file, isMade: named === undefined, lastCheckpoint };
}

/** The place that the service uses; undefined where the settings name none. */
function placeOf(terminal: EnvironmentReader): CheckpointPlace | undefined {
  const place = readSetting(terminal, ROOM_SERVICE_VARIABLES.auditCheckpoint);
  if (place === undefined || 'nowhere' in place) return place;
  return 'file' in place ? { file: place.file, earlier: undefined } : { bucket: bucketOf(terminal, place.bucket) };
}

function bucketOf(terminal: EnvironmentReader, place: KeeperBucket): CheckpointBucket {
  const { s3Endpoint, gcsEndpoint, s3Region, s3PathStyle } = ROOM_SERVICE_VARIABLES;
  const pathStyle = readSetting(terminal, s3PathStyle);
  return {
    ...place,
    endpoint: place.endpoint ?? readSetting(terminal, place.store === 's3' ? s3Endpoint : gcsEndpoint),
    region: place.region ?? readSetting(terminal, s3Region),
    pathStyle: pathStyle === undefined ? undefined : pathStyle === 'yes',
  };
}

/** The keepers of checkpoints that can be read, from the settings of the service. Throws Problem. */
export function keepersOf(terminal: EnvironmentReader): CheckpointKeepers {
  const { folders = [], buckets = [] } = readSetting(terminal, ROOM_SERVICE_VARIABLES.auditKeepers) ?? {};
  return { folders, buckets: buckets.map((place) => bucketOf(terminal, place)) };
}

/** Whether witnesses, or keepers that can be read, know the last checkpoint. */
export function isWitnessed(terminal: EnvironmentReader): boolean {
  const { folders, buckets } = keepersOf(terminal);
  return [...(readSetting(terminal, ROOM_SERVICE_VARIABLES.auditWitnesses) ?? []), ...folders, ...buckets].length > 0;
}
