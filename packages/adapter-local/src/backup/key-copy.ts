import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { copyWhole, makeFolder, removeIfThere } from '../disk/durable.ts';
import { AUDIT_CHECKPOINT_FILE, AUDIT_KEY_FILE } from '../keys/audit-keys.ts';
import { uuidOf } from '../keys/key-id.ts';
import type { RoomKey } from './inventory.ts';

/**
 * Live keys, records of destroyed ones, and the secret of the service. A key being destroyed is not copied, and the key
 * of the audit log is not part of a backup: a restored database must not continue the log unnoticed.
 */
const COPIED = /^([0-9a-f-]{36}\.(kek|destroyed)|service\.secret)$/;

/** Copies a keyring that may be in use, for this user only. A key that is destroyed in either keyring stays destroyed. */
export async function copyKeys(from: string, to: string): Promise<void> {
  await makeFolder(to);
  const names = [...(await readdir(from)), ...(await readdir(to))];
  const destroyed = new Set(names.filter((name) => name.endsWith('.destroyed')).map((name) => livingName(name)));
  for (const name of destroyed) await removeIfThere(join(to, name));
  for (const name of await readdir(from)) {
    if (!COPIED.test(name) || destroyed.has(name)) continue;
    // A key is renamed before it is overwritten, so it was copied whole if the name still exists.
    await copyWhole(join(from, name), join(to, name), () => stat(join(from, name))).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    });
  }
}

/**
 * Copies the key of the audit log and its last checkpoint, where they are: only together with that checkpoint, by which a
 * database that is older than the log is recognised.
 */
export async function copyAuditKey(from: string, to: string): Promise<void> {
  const files = [AUDIT_KEY_FILE, AUDIT_CHECKPOINT_FILE];
  const names = await readdir(from);
  if (!files.every((name) => names.includes(name))) return;
  for (const name of files) await copyWhole(join(from, name), join(to, name));
}

const livingName = (name: string): string => name.replace(/destroyed$/, 'kek');

/** Rooms whose local key is missing from the folder. */
export async function roomsWithoutKey(folder: string, rooms: readonly RoomKey[]): Promise<readonly RoomKey[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const there = new Set(names);
  return rooms.filter(({ kmsKeyId }) => {
    const uuid = uuidOf(kmsKeyId);
    return uuid !== undefined && !there.has(`${uuid}.kek`);
  });
}
