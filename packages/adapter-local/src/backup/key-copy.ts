import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { copyWhole, makeFolder, removeIfThere, stageFile } from '../disk/durable.ts';
import { AUDIT_CHECKPOINT_FILE } from '../keys/checkpoint-file.ts';
import { eraseInGroup, isGrouped, isGroupFile, readGroup, withoutDestroyed } from '../keys/key-group.ts';
import { uuidOf } from '../keys/key-id.ts';
import { keysIn } from '../keys/keys-in.ts';
import type { RoomKey } from './inventory.ts';

/**
 * Live keys, records of destroyed ones, the secret of the service, the list of erased people and the key of its audit log: the
 * mark of a restored folder keeps it from continuing the log unnoticed. A key being destroyed is not copied.
 */
const COPIED = /^([0-9a-f-]{36}\.(kek|destroyed)|service\.secret|audit\.key|erased\.ids)$/;

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
 * Copies the last checkpoint that an earlier version noted beside the keys, to where this one looks for it: a database that is
 * older than the log is recognised by it.
 */
export async function copyCheckpoint(from: string, dataDir: string): Promise<void> {
  await copyWhole(join(from, AUDIT_CHECKPOINT_FILE), join(dataDir, AUDIT_CHECKPOINT_FILE)).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
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
