import { join } from 'node:path';
import { AUDIT_KEY_FILE, auditKeysIn, folderKeeper, memoryAuditKeys } from '@strongroom/adapter-local';
import type { Ports } from '@strongroom/application';
import type { AuditKeys, CheckpointKeeper, WitnessPeer } from '@strongroom/ports';
import { type KeeperBucket, NOT_BESIDE } from '../config/audit.ts';
import { placeOf } from '../config/drivers.ts';
import type { Settings } from '../config/settings.ts';
import { KEPT } from './adapters/kept.ts';

type Chosen = Pick<Settings, 'documents' | 'dataDir' | 'auditKey' | 'auditCheckpoint'>;

/** The keys of the audit log: a file that the settings name, or one in the data folder, which is made. */
export function openAuditKeys({ documents, dataDir, auditKey, auditCheckpoint }: Chosen): AuditKeys {
  if (placeOf('documents', documents) === 'process') return memoryAuditKeys();
  return auditKeysIn({
    file: auditKey ?? join(dataDir, KEPT.keys, AUDIT_KEY_FILE),
    // A key that the operator names is one that other processes have too.
    isMade: auditKey === undefined,
    lastSigned: auditCheckpoint === NOT_BESIDE ? null : auditCheckpoint,
  });
}

/** The witnesses of the audit log. */
export async function openWitnesses({
  auditWitnesses = [],
}: Pick<Settings, 'auditWitnesses'>): Promise<readonly WitnessPeer[]> {
  if (auditWitnesses.length === 0) return [];
  const { httpWitness } = await import('@strongroom/adapter-witness');
  return auditWitnesses.map((address) => httpWitness(address));
}

type KeeperSettings = Pick<Settings, 'auditKeepers' | 's3Endpoint' | 's3Region' | 's3PathStyle' | 'gcsEndpoint'>;

/** The keepers of its checkpoints. */
export async function openKeepers(settings: KeeperSettings): Promise<Pick<Ports, 'keepers' | 'checkpointsTo'>> {
  const { auditKeepers } = settings;
  if (auditKeepers === undefined) return {};
  const buckets = await Promise.all(auditKeepers.buckets.map((place) => openBucket(place, settings)));
  return { keepers: [...auditKeepers.folders.map(folderKeeper), ...buckets], checkpointsTo: auditKeepers.mailboxes };
}

async function openBucket(place: KeeperBucket, settings: KeeperSettings): Promise<CheckpointKeeper> {
  const { name, bucket, prefix, store } = place;
  if (store === 'gcs') {
    const { gcsKeeper } = await import('@strongroom/adapter-gcs');
    return gcsKeeper({ name, bucket, prefix, endpoint: place.endpoint ?? settings.gcsEndpoint });
  }
  const { s3Keeper } = await import('@strongroom/adapter-s3');
  const pathStyle = settings.s3PathStyle === undefined ? undefined : settings.s3PathStyle === 'yes';
  const endpoint = place.endpoint ?? settings.s3Endpoint;
  return s3Keeper({ name, bucket, prefix, endpoint, region: place.region ?? settings.s3Region, pathStyle });
}
