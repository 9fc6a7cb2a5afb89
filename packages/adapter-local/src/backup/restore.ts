import { stat } from 'node:fs/promises';
import type { Clock } from '@strongroom/ports';
import { copyWhole, makeFolder } from '../disk/durable.ts';
import { markRestored } from '../documents/sqlite-place.ts';
import { BackupRefused } from './backup-refused.ts';
import { DatabaseCopy, sha256Of } from './database-copy.ts';
import { clearKeysAside, makeEmptyFolder, partsOf, refuseNested } from './folders.ts';
import type { NeededObject, RoomKey, TakeInventory } from './inventory.ts';
import { copyCheckpoint, copyKeys, roomsWithoutKey } from './key-copy.ts';
import {
  keysOfService,
  type RestoredDevices,
  type RestoredKeyService,
  refuseOtherRecord,
  restoreKeyService,
} from './key-service-copy.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { copyObject, goThrough, objectsIn, wholeObject } from './object-copy.ts';
import type { OnBackupProgress } from './progress.ts';

export type RestoreOptions = Readonly<{
  from: string;
  /** A folder that is empty or does not exist yet. */
  dataDir: string;
  /** The keyring, if it was stored separately. */
  keys: string | undefined;
  /** The folder of the key service. */
  keyService: string;
  /** The keys of the key service, if they were stored separately. */
  keyServiceKeys: string | undefined;
  /** The devices that are enrolled in the record of the key service, for people. */
  devices: RestoredDevices;
  clock: Pick<Clock, 'now'>;
  inventory: TakeInventory;
  onProgress: OnBackupProgress;
}>;

export type RestoredBackup = Readonly<{
  manifest: Manifest;
  /** Rooms whose files cannot be decrypted. */
  keyless: readonly RoomKey[];
  keyService: RestoredKeyService;
}>;

/**
 * Creates a data folder from a backup. Checks the whole backup before writing anything, and writes the database last: a folder
 * with a database is complete. Throws BackupRefused and StoreUnusable.
 */
export async function restore({
  from,
  dataDir,
  keys,
  keyService,
  keyServiceKeys,
  devices,
  clock,
  inventory,
  onProgress,
}: RestoreOptions): Promise<RestoredBackup> {
  refuseNested(dataDir, from);
  await clearKeysAside(dataDir, clock.now());
  const manifest = await readManifest(from);
  const source = partsOf(from);
  const target = partsOf(dataDir);
  await refuseOtherDatabase(source.database, manifest);
  await refuseOtherRecord(source.keyService, manifest.key_service);
  if (keys !== undefined && !(await isFolder(keys))) throw new BackupRefused(`there is no keyring at ${keys}.`);
  if (keyServiceKeys !== undefined && !(await isFolder(keyServiceKeys)))
    throw new BackupRefused(`there are no keys of a key service at ${keyServiceKeys}.`);
  const copy = new DatabaseCopy(source.database);
  try {
    const needed = () => inventory((collection) => copy.documents(collection));
    await refuseIncomplete(source.blobs, needed().objects, manifest, onProgress);
    await makeEmptyFolder(dataDir);
    await makeFolder(objectsIn(target.blobs));
    await goThrough(
      needed().objects,
      (object) => copyObject(source.blobs, target.blobs, object),
      (count) => onProgress({ step: 'objects', ...count }),
    );
    if (manifest.with_keys) await copyKeys(source.keys, target.keys);
    if (keys !== undefined) {
      await copyKeys(keys, target.keys);
      await copyCheckpoint(keys, dataDir);
    }
    const keyless = await roomsWithoutKey(target.keys, needed().roomKeys);
    const restored = await restoreKeyService({
      from: source.keyService,
      to: keyService,
      record: manifest.key_service,
      keys: [
        ...(manifest.with_keys ? [keysOfService(source.keyService)] : []),
        ...(keyServiceKeys === undefined ? [] : [keyServiceKeys]),
      ],
      devices,
    });
    // INVARIANT: no database without the mark, or it would continue a log that may have gone on elsewhere.
    await markRestored(target.database);
    await copyWhole(source.database, target.database);
    return { manifest, keyless, keyService: restored };
  } finally {
    copy.close();
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function refuseOtherDatabase(path: string, { database }: Manifest): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) throw new BackupRefused(`${path} is missing: this backup is incomplete.`);
  if (size !== database.bytes || (await sha256Of(path)) !== database.sha256)
    throw new BackupRefused(`${path} is damaged, or was changed after the backup.`);
}

async function refuseIncomplete(
  blobs: string,
  objects: Iterable<NeededObject>,
  { lost_objects: lost }: Manifest,
  onProgress: OnBackupProgress,
): Promise<void> {
  const known = new Set(lost);
  const { missing } = await goThrough(
    objects,
    (object) => wholeObject(blobs, object),
    (count) => onProgress({ step: 'checking', ...count }),
  );
  const gone = missing.filter((key) => !known.has(key));
  if (gone.length > 0)
    throw new BackupRefused(
      `this backup is incomplete: missing or damaged objects: ${gone.length}, such as ${gone[0]}.`,
    );
}
