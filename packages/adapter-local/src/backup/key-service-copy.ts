import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StoredDocument, systemErrorCode } from '@strongroom/ports';
import { copyWhole, makeFolder } from '../disk/durable.ts';
import { markRestored } from '../documents/sqlite-place.ts';
import { BackupRefused } from './backup-refused.ts';
import { copyDatabase, DatabaseCopy, sha256Of } from './database-copy.ts';

/** The files that a key service needs again. Limits count from zero again. */
const recordIn = (folder: string): string => join(folder, 'record.db');
const keysIn = (folder: string): string => join(folder, 'keys');

/** The key that signs answers, the key of the record, and the secret of sessions. Not the last checkpoint: it is noted again. */
const KEYS = ['answers.key', 'audit.key', 'service.secret'];

/** A copied record, as the manifest describes it. */
export type RecordCopy = Readonly<{ bytes: number; sha256: string }>;

/** Copies a snapshot of the record of a key service that may be running; null if there is none. */
export async function copyRecord(from: string, to: string): Promise<RecordCopy | null> {
  if (!(await isThere(recordIn(from)))) return null;
  await makeFolder(to);
  await copyDatabase(recordIn(from), recordIn(to), () => undefined);
  return { bytes: (await stat(recordIn(to))).size, sha256: await sha256Of(recordIn(to)) };
}

/** Copies the keys of a key service, for this user only. Returns whether the key that signs its answers is among them. */
export async function copyKeysOfService(from: string, to: string): Promise<boolean> {
  await makeFolder(to);
  for (const name of KEYS)
    await copyWhole(join(from, name), join(to, name)).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    });
  return isThere(join(to, 'answers.key'));
}

/** The key service after a restore. `hasRecord` is undefined for a backup of a version that did not copy it. */
export type RestoredKeyService = Readonly<{
  hasRecord: boolean | undefined;
  /** Whether a key service was there, which was left as it is. */
  isKept: boolean;
  hasKeys: boolean;
  /** The devices that are enrolled in the record: how their owners named them. */
  devices: readonly string[];
}>;

/** Finds them among the documents of a record. */
export type RestoredDevices = (documents: (collection: string) => Iterable<StoredDocument>) => readonly string[];

type CopyOptions = Readonly<{
  from: string;
  to: string;
  /** The record in the manifest; undefined in one of an earlier version. */
  record: RecordCopy | null | undefined;
  /** Folders with its keys; the last one wins. */
  keys: readonly string[];
  devices: RestoredDevices;
}>;

/** Throws BackupRefused for a record that is missing or was changed. */
export async function refuseOtherRecord(from: string, record: RecordCopy | null | undefined): Promise<void> {
  if (record === null || record === undefined) return;
  const path = recordIn(from);
  if (!(await isThere(path))) throw new BackupRefused(`${path} is missing: this backup is incomplete.`);
  if ((await stat(path)).size !== record.bytes || (await sha256Of(path)) !== record.sha256)
    throw new BackupRefused(`${path} is damaged, or was changed after the backup.`);
}

/** Restores the record of a key service, marked as restored, and its keys. A key service that is there stays as it is. */
export async function restoreKeyService({ from, to, record, keys, devices }: CopyOptions): Promise<RestoredKeyService> {
  if (await isThere(recordIn(to))) return { hasRecord: true, isKept: true, hasKeys: true, devices: [] };
  let hasKeys = false;
  for (const folder of keys) hasKeys = (await copyKeysOfService(folder, keysIn(to))) || hasKeys;
  if (record === undefined || record === null)
    return { hasRecord: record === null ? false : undefined, isKept: false, hasKeys, devices: [] };
  await makeFolder(dirname(recordIn(to)));
  // INVARIANT: no record without the mark, or it would continue a log that may have gone on elsewhere.
  await markRestored(recordIn(to));
  await copyWhole(recordIn(from), recordIn(to));
  const copy = new DatabaseCopy(recordIn(from));
  try {
    return { hasRecord: true, isKept: false, hasKeys, devices: devices((collection) => copy.documents(collection)) };
  } finally {
    copy.close();
  }
}

/** The folder of the keys of a key service, in its folder and in a backup. */
export const keysOfService = keysIn;

/** The files in the folder of a key service. */
export type KeyServiceFiles = Readonly<{ record: string; auditKey: string; hasRecord: boolean; hasKeys: boolean }>;

export async function keyServiceIn(folder: string): Promise<KeyServiceFiles> {
  const record = recordIn(folder);
  const keys = keysIn(folder);
  const [hasRecord, hasKeys] = await Promise.all([isThere(record), isThere(join(keys, 'answers.key'))]);
  return { record, auditKey: join(keys, 'audit.key'), hasRecord, hasKeys };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return false;
      throw error;
    },
  );
