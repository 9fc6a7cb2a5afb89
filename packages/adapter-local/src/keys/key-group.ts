import { hash, randomFillSync } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '../disk/flush.ts';
import { KeyFileCache } from './held-files.ts';

/**
 * Keys that were created together are records of one file, `<group>.keks`. A UUID of version 8 (RFC 9562) names the group in
 * its first 18 characters; the rest is random, so that it tells nothing of other keys.
 *
 * A record: 16 bytes of UUID, 32 of key, and the first 16 of SHA-256(UUID ‖ key). Key and check are zero once the key is
 * destroyed.
 */
const UUID = 16;
const KEY = 32;
const SECRET = KEY + 16;
const RECORD = UUID + SECRET;

/** Maximum number of keys in a group: one page of memory, which a single write overwrites. */
export const MAX_GROUP = 64;

const NAME_LENGTH = 18;
const GROUP_FILE = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}\.keks$/;
const NOTHING = Buffer.alloc(SECRET);

export const isGroupFile = (name: string): boolean => GROUP_FILE.test(name);

/** Whether the key is in a group, and not in a file of its own. */
export const isGrouped = (uuid: string): boolean => uuid[14] === '8';

export const groupFileOf = (uuid: string): string => `${uuid.slice(0, NAME_LENGTH)}.keks`;

/** The content of a new group file, which the caller wipes, and the UUID of each key. */
export function newGroup(keks: readonly Uint8Array[]): Readonly<{ uuids: readonly string[]; content: Buffer }> {
  const content = Buffer.alloc(keks.length * RECORD); // not of Node's shared buffer pool
  randomFillSync(content); // one draw for all ids: each costs as much as a hash
  const group = Buffer.from(content.subarray(0, UUID / 2));
  group.writeUInt8((group.readUInt8(6) & 0x0f) | 0x80, 6);
  const records = recordsOf(content);
  records.forEach((record, index) => {
    record.set(group);
    record.writeUInt8((record.readUInt8(8) & 0x3f) | 0x80, 8);
    record.set(keks[index] ?? [], UUID);
    record.set(checkOf(record), UUID + KEY);
  });
  return { uuids: records.map(uuidOf), content };
}

const checkOf = (record: Buffer): Uint8Array =>
  hash('sha256', record.subarray(0, UUID + KEY), 'buffer').subarray(0, SECRET - KEY);

export type GroupRecord = Readonly<{ uuid: string; state: 'there' | 'destroyed' | 'damaged' }>;

/** The records of a group file; undefined if it does not hold whole records. */
export function readGroup(content: Uint8Array): readonly GroupRecord[] | undefined {
  const records = recordsOf(content);
  if (content.length === 0 || records.length * RECORD !== content.length) return undefined;
  return records.map((record) => ({ uuid: uuidOf(record), state: stateOf(record) }));
}

const recordsOf = (content: Uint8Array): readonly Buffer[] =>
  Array.from({ length: Math.floor(content.length / RECORD) }, (_, index) =>
    Buffer.from(content.buffer, content.byteOffset + index * RECORD, RECORD),
  );

function uuidOf(record: Buffer): string {
  const hex = record.toString('hex', 0, UUID);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function stateOf(record: Buffer): GroupRecord['state'] {
  if (record.subarray(UUID).equals(NOTHING)) return 'destroyed';
  return record.subarray(UUID + KEY).equals(checkOf(record)) ? 'there' : 'damaged';
}

const held = new KeyFileCache();

/**
 * Passes the key to `use`. Returns the state of a key that is not there; undefined if no group has it. Throws for a damaged
 * record, and errors of the file system.
 */
export function useFromGroup<T>(
  folder: string,
  uuid: string,
  use: (kek: Uint8Array) => T,
): Readonly<{ state: 'there'; value: T } | { state: 'destroyed' }> | undefined {
  // A record that is being overwritten may be read in part, and is destroyed when it is read again.
  for (let again = 0; ; again += 1) {
    const found = recordIn(folder, uuid);
    if (found === undefined) return undefined;
    const state = stateOf(found);
    if (state === 'destroyed') return { state };
    if (state === 'there') return { state, value: use(found.subarray(UUID, UUID + KEY)) };
    if (again > 1) throw new Error('a key file does not hold a key');
    held.wipe();
  }
}

/** The state of a key, without lending it; undefined if no group has it. */
export function stateInGroup(folder: string, uuid: string): GroupRecord['state'] | undefined {
  const found = recordIn(folder, uuid);
  return found === undefined ? undefined : stateOf(found);
}

function recordIn(folder: string, uuid: string): Buffer | undefined {
  const content = held.content(join(folder, groupFileOf(uuid)));
  const start = content === undefined ? -1 : startOf(content, uuid);
  return start === -1 ? undefined : content?.subarray(start, start + RECORD);
}

/** The place of the record of a key; -1 if the group has none. */
function startOf(content: Buffer, uuid: string): number {
  const id = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  for (
    let start = content.indexOf(id);
    start !== -1 && start + RECORD <= content.length;
    start = content.indexOf(id, start + 1)
  )
    if (start % RECORD === 0) return start;
  return -1;
}

/** Overwrites a key, durably, and returns whether a group has it. What is overwritten already stays so. */
export async function eraseInGroup(folder: string, uuid: string): Promise<boolean> {
  const path = join(folder, groupFileOf(uuid));
  const content = held.content(path);
  const start = content === undefined ? -1 : startOf(content, uuid);
  held.wipe();
  if (start === -1) return false;
  const descriptor = openSync(path, 'r+');
  try {
    writeSync(descriptor, NOTHING, 0, SECRET, start + UUID);
    await flush(descriptor);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** A copy of a group file without the keys that `isDestroyed` names, which the caller wipes. */
export function withoutDestroyed(content: Uint8Array, isDestroyed: (uuid: string) => boolean): Buffer {
  const kept = Buffer.alloc(content.length);
  kept.set(content);
  for (const record of recordsOf(kept)) if (isDestroyed(uuidOf(record))) record.fill(0, UUID);
  return kept;
}
