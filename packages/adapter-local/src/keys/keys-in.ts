import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isGroupFile, readGroup } from './key-group.ts';

const KEY_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.kek$/;
const KEY_BYTES = 32;

/** The keys of a folder: the UUIDs of those that can be used, and the names of files that hold damaged ones. */
export type KeysIn = Readonly<{ uuids: readonly string[]; damaged: readonly string[] }>;

/** Finds the keys in a folder that may be in use. Throws errors of the file system. */
export async function keysIn(folder: string): Promise<KeysIn> {
  const uuids: string[] = [];
  const damaged: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isGroupFile(name)) {
      const records = await recordsOf(path);
      if (records === undefined || records.some(({ state }) => state === 'damaged')) damaged.push(name);
      for (const { uuid, state } of records ?? []) if (state === 'there') uuids.push(uuid);
    } else if (name.endsWith('.kek')) {
      const found = await stat(path).catch(() => undefined); // it may have been destroyed meanwhile
      const uuid = KEY_FILE.exec(name)?.[1];
      if (found?.size === KEY_BYTES && uuid !== undefined) uuids.push(uuid);
      else if (found !== undefined) damaged.push(name);
    }
  }
  return { uuids, damaged };
}

async function recordsOf(path: string): Promise<ReturnType<typeof readGroup>> {
  const content = await readFile(path);
  try {
    return readGroup(content);
  } finally {
    content.fill(0);
  }
}
