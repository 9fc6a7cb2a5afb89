import { auditKeysIn, checkpointFile, checkpointInMemory, folderKeeper } from '@strongroom/adapter-local';
import type { AuditKeys, CheckpointKeeper, LastCheckpoint } from '@strongroom/ports';
import type { AuditKeyFiles, CheckpointKeepers, CheckpointPlace } from '../service/stores.ts';

/** The keys of the audit log, with the place of its last signed checkpoint. */
export const openAuditKeys = async ({ file, isMade, lastCheckpoint }: AuditKeyFiles): Promise<AuditKeys> =>
  auditKeysIn({ file, isMade, lastCheckpoint: await openPlace(lastCheckpoint) });

async function openPlace(place: CheckpointPlace): Promise<LastCheckpoint> {
  if ('nowhere' in place) return checkpointInMemory();
  if ('file' in place) return checkpointFile(place.file, place.earlier);
  const { store, ...bucket } = place.bucket;
  if (store === 'gcs') return (await import('@strongroom/adapter-gcs')).gcsLastCheckpoint(bucket);
  return (await import('@strongroom/adapter-s3')).s3LastCheckpoint(bucket);
}

/** The keepers of its checkpoints that can be read. */
export const openKeepers = async ({ folders, buckets }: CheckpointKeepers): Promise<readonly CheckpointKeeper[]> => [
  ...folders.map(folderKeeper),
  ...(await Promise.all(
    buckets.map(async ({ store, ...bucket }) =>
      store === 'gcs'
        ? (await import('@strongroom/adapter-gcs')).gcsKeeper(bucket)
        : (await import('@strongroom/adapter-s3')).s3Keeper(bucket),
    ),
  )),
];
