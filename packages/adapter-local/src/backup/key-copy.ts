import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { copyWhole, makeFolder, removeIfThere, stageFile } from '../disk/durable.ts';
import { AUDIT_CHECKPOINT_FILE, AUDIT_KEY_FILE } from '../keys/audit-keys.ts';
import { eraseInGroup, isGrouped, isGroupFile, readGroup, withoutDestroyed } from '../keys/key-group.ts';
import { uuidOf } from '../keys/key-id.ts';
import { keysIn } from '../keys/keys-in.ts';
import type { RoomKey } from './inventory.ts';

/**
 * Live keys, records of destroyed ones, and the secret of the service. A key being destroyed is not copied, and the key
 * of the audit log is not part of a backup: a restored database must not continue the log unnoticed.
 */
const COPIED = /^([0-9a-f-]{36}\.(kek|destroyed)|service\.secret)$/;

const DESTROYED = '.destroyed';

/** Copies a keyring that may be in use, for this user only. A key that is destroyed in either keyring stays destroyed. */
export async function copyKeys(from: string, to: string): Promise<void> {
  await makeFolder(to);
  const destroyed = new Set([...(await destroyedIn(from)), ...(await destroyedIn(to))]);
  for (const uuid of destroyed) {
    if (isGrouped(uuid)) await eraseInGroup(to, uuid);
    else await removeIfThere(join(to, `${uuid}.kek`));
  }
  for (const name of await readdir(from)) {
    if (isGroupFile(name)) await copyGroup(from, to, name, destroyed);
    else if (COPIED.test(name) && !destroyed.has(livingUuid(name))) await copyFile(join(from, name), join(to, name));
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  // A key is renamed before it is overwritten, so it was copied whole if the name still exists.
  await copyWhole(from, to, () => stat(from)).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
}

/** Copies the keys of a group that are alive when the copy gets its name. */
async function copyGroup(from: string, to: string, name: string, destroyed: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const content = await readFile(join(from, name));
    const kept = withoutDestroyed(content, (uuid) => destroyed.has(uuid));
    const staged = await stageFile(to, name, kept);
    const isStill = content.equals(await readFile(join(from, name)));
    content.fill(0);
    kept.fill(0);
    if (isStill) return staged.keep();
    await staged.discard();
  }
}

/** Keys with a record of their destruction, and keys in groups that are overwritten. */
async function destroyedIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if (name.endsWith(DESTROYED)) found.push(name.slice(0, -DESTROYED.length));
    else if (isGroupFile(name))
      for (const { uuid, state } of readGroup(await readFile(join(folder, name))) ?? [])
        if (state === 'destroyed') found.push(uuid);
  }
  return found;
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

/** The UUID of a live key in a file of its own; the name of any other file. */
const livingUuid = (name: string): string => name.replace(/\.kek$/, '');

/** Rooms whose local key is missing from the folder. */
export async function roomsWithoutKey(folder: string, rooms: readonly RoomKey[]): Promise<readonly RoomKey[]> {
  const { uuids } = await keysIn(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return { uuids: [] };
    throw error;
  });
  const there = new Set(uuids);
  return rooms.filter(({ kmsKeyId }) => {
    const uuid = uuidOf(kmsKeyId);
    return uuid !== undefined && !there.has(uuid);
  });
}
