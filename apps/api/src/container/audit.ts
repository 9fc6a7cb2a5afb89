import { join } from 'node:path';
import {
  AUDIT_CHECKPOINT_FILE,
  AUDIT_KEY_FILE,
  auditKeysIn,
  besideKey,
  checkpointFile,
  checkpointInMemory,
  faultOfCheckpointFile,
  folderKeeper,
  httpWitness,
  memoryAuditKeys,
} from '@strongroom/adapter-local';
import { type Ports, SettingsUnfit } from '@strongroom/application';
import type { AuditKeys, CheckpointKeeper, LastCheckpoint, Log, WitnessPeer } from '@strongroom/ports';
import type { KeeperBucket } from '@strongroom/settings';
import { storePlaceOf } from '@strongroom/settings';
import type { Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';
import { s3Credentials } from './adapters/s3-credentials.ts';

type Buckets = Pick<Settings, 's3Endpoint' | 's3Region' | 's3PathStyle' | 'gcsEndpoint' | 'followed'>;
type AuditSettings = Buckets & Pick<Settings, 'documents' | 'dataDir' | 'auditKey' | 'auditCheckpoint'>;

/**
 * The keys of the audit log, a file that the settings name, or one in the data folder, which is made; and the place of its last
 * checkpoint. Throws SettingsUnfit for a place that cannot be written.
 */
export async function openAuditKeys(settings: AuditSettings, log: Log): Promise<AuditKeys> {
  const { documents, dataDir, auditKey } = settings;
  if (storePlaceOf('documents', documents) === 'process') return memoryAuditKeys();
  const file = auditKey ?? join(dataDir, DATA_FILES.keys, AUDIT_KEY_FILE);
  // A key that the operator names is one that other processes have too.
  return auditKeysIn({
    file,
    isMade: auditKey === undefined,
    lastCheckpoint: await openLastCheckpoint(settings, file, log),
  });
}

async function openLastCheckpoint(settings: AuditSettings, keyFile: string, log: Log): Promise<LastCheckpoint> {
  const { auditCheckpoint, dataDir } = settings;
  if (auditCheckpoint === undefined)
    return writable(join(dataDir, AUDIT_CHECKPOINT_FILE), 'STRONGROOM_DATA_DIR', besideKey(keyFile));
  if ('nowhere' in auditCheckpoint) return checkpointInMemory();
  if ('file' in auditCheckpoint) return writable(auditCheckpoint.file, 'STRONGROOM_AUDIT_CHECKPOINT');
  const { bucket: place } = auditCheckpoint;
  if (place.store === 'gcs') {
    const { gcsLastCheckpoint } = await import('@strongroom/adapter-gcs');
    return gcsLastCheckpoint(inGcs(place, settings));
  }
  const { s3LastCheckpoint } = await import('@strongroom/adapter-s3');
  return s3LastCheckpoint(inS3(place, settings, log));
}

async function writable(path: string, setting: string, earlier?: string): Promise<LastCheckpoint> {
  const fault = await faultOfCheckpointFile(path);
  if (fault === undefined) return checkpointFile(path, earlier);
  throw new SettingsUnfit(
    `The last checkpoint of the audit log cannot be written to ${path} (${fault}), the place that ${setting} names. Set STRONGROOM_AUDIT_CHECKPOINT to a file in a folder where the service may write.`,
  );
}

const inGcs = ({ name, bucket, prefix, endpoint }: KeeperBucket, { gcsEndpoint }: Buckets) => ({
  name,
  bucket,
  prefix,
  endpoint: endpoint ?? gcsEndpoint,
});

const inS3 = ({ name, bucket, prefix, endpoint, region }: KeeperBucket, settings: Buckets, log: Log) => ({
  ...s3Credentials(settings, log),
  name,
  bucket,
  prefix,
  endpoint: endpoint ?? settings.s3Endpoint,
  region: region ?? settings.s3Region,
  pathStyle: settings.s3PathStyle === undefined ? undefined : settings.s3PathStyle === 'yes',
});

/** The witnesses of the audit log. */
export const openWitnesses = ({ auditWitnesses = [] }: Pick<Settings, 'auditWitnesses'>): readonly WitnessPeer[] =>
  auditWitnesses.map((address) => httpWitness(address));

/** The keepers of its checkpoints. */
export async function openKeepers(
  settings: Buckets & Pick<Settings, 'auditKeepers'>,
  log: Log,
): Promise<Pick<Ports, 'keepers' | 'checkpointsTo'>> {
  const { auditKeepers } = settings;
  if (auditKeepers === undefined) return {};
  const buckets = await Promise.all(auditKeepers.buckets.map((place) => openBucket(place, settings, log)));
  return { keepers: [...auditKeepers.folders.map(folderKeeper), ...buckets], checkpointsTo: auditKeepers.mailboxes };
}

async function openBucket(place: KeeperBucket, settings: Buckets, log: Log): Promise<CheckpointKeeper> {
  if (place.store === 'gcs') {
    const { gcsKeeper } = await import('@strongroom/adapter-gcs');
    return gcsKeeper(inGcs(place, settings));
  }
  const { s3Keeper } = await import('@strongroom/adapter-s3');
  return s3Keeper(inS3(place, settings, log));
}
