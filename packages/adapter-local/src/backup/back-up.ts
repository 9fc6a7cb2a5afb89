import { stat } from 'node:fs/promises';
import type { BlobKey, Clock } from '@strongroom/ports';
import { makeFolder } from '../disk/durable.ts';
import { BackupRefused } from './backup-refused.ts';
import { copyDatabase, DatabaseCopy, sha256Of } from './database-copy.ts';
import { clearKeysAside, makeEmptyFolder, partsOf, refuseNested } from './folders.ts';
import type { NeededObject, TakeInventory } from './inventory.ts';
import { copyKeys, roomsWithoutKey } from './key-copy.ts';
import { copyKeysOfService, copyRecord, keysOfService } from './key-service-copy.ts';
import { type Manifest, newManifest, writeManifest } from './manifest.ts';
import { type CopiedObjects, copyObject, goThrough, objectsIn, removeOthers } from './object-copy.ts';
import type { OnBackupProgress } from './progress.ts';

/** A round repeats only what was deleted during the previous one; more rounds mean that deletions never pause. */
const MAX_ROUNDS = 20;

export type BackupOptions = Readonly<{
  dataDir: string;
  /** The folder of the key service; nothing is copied where it has no record. */
  keyService: string;
  /** A folder that is empty or does not exist yet. */
  to: string;
  withKeys: boolean;
  /** Version of this program. */
  version: string;
  clock: Pick<Clock, 'now'>;
  inventory: TakeInventory;
  onProgress: OnBackupProgress;
}>;

type Round = CopiedObjects & Readonly<{ rooms: number; keyless: readonly string[] }>;

/**
 * Copies a data folder while its service runs. Copies a snapshot of the database, then every object it refers to. An object
 * that was deleted in between is missing, but a later snapshot does not refer to it: both steps repeat until nothing is
 * missing. An object that is missing twice was lost by the service and is recorded. Throws BackupRefused and StoreUnusable.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { dataDir, keyService, to, withKeys, version, clock } = options;
  refuseNested(to, dataDir);
  await clearKeysAside(to, clock.now());
  await makeEmptyFolder(to);
  await makeFolder(objectsIn(partsOf(to).blobs));
  const madeAt = new Date(clock.now()).toISOString();
  // Before the database: every release in it then has its event in the log of the room service.
  const record = await copyRecord(keyService, partsOf(to).keyService);
  if (withKeys && record !== null)
    await copyKeysOfService(keysOfService(keyService), keysOfService(partsOf(to).keyService));
  let before: ReadonlySet<string> = new Set();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { missing, keyless, objects, bytes, rooms } = await oneRound(options, round);
    const absent = [...missing, ...keyless];
    if (absent.every((name) => before.has(name))) {
      const { database } = partsOf(to);
      const manifest = newManifest({
        version,
        made_at: madeAt,
        database: { bytes: (await stat(database)).size, sha256: await sha256Of(database) },
        rooms,
        objects,
        object_bytes: bytes,
        with_keys: withKeys,
        lost_objects: missing,
        key_service: record,
      });
      await writeManifest(to, manifest);
      return manifest;
    }
    before = new Set(absent);
  }
  throw new BackupRefused('files were deleted faster than they could be copied: try again later.');
}

async function oneRound(
  { dataDir, to, withKeys, inventory, onProgress }: BackupOptions,
  round: number,
): Promise<Round> {
  const source = partsOf(dataDir);
  const target = partsOf(to);
  await copyDatabase(source.database, target.database, (share) => onProgress({ step: 'database', share }));
  const copy = new DatabaseCopy(target.database);
  try {
    const { objects, roomKeys } = inventory((collection) => copy.documents(collection));
    const named = new Set<BlobKey>();
    const noted = round === 1 ? objects : noting(objects, named);
    const brought = await goThrough(
      noted,
      (object) => copyObject(source.blobs, target.blobs, object),
      (count) => onProgress({ step: 'objects', ...count }),
    );
    // An earlier round may have copied objects of files that were deleted since.
    if (round > 1) await removeOthers(target.blobs, named);
    if (withKeys) await copyKeys(source.keys, target.keys);
    const keyless = withKeys ? await roomsWithoutKey(target.keys, roomKeys) : [];
    return { ...brought, rooms: roomKeys.length, keyless: keyless.map(({ kmsKeyId }) => kmsKeyId) };
  } finally {
    copy.close();
  }
}

function* noting(objects: Iterable<NeededObject>, named: Set<BlobKey>): Generator<NeededObject> {
  for (const object of objects) {
    named.add(object.key);
    yield object;
  }
}
