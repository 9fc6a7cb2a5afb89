import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { reasonUnusable, usableFolder } from './unusable-folder.ts';

const { R_OK, W_OK, X_OK } = constants;

/** Entries of a data folder by the beginning of their names. Files that are only `read` may be mounted so. */
export type DataEntries = Readonly<Record<string, 'read' | 'write'>>;

/** Bounds of one look: a keyring has a file for each room. */
const ENTRIES_PER_FOLDER = 200;
const DEPTH = 3;

/**
 * Makes a data folder and checks it as `unusableEntry` does. Returns the reason against it, a sentence without its end.
 * Throws any error that is not about rights or the disk.
 */
export async function reasonAgainstFolder(
  name: string,
  folder: string,
  entries: DataEntries,
): Promise<string | undefined> {
  try {
    await usableFolder(folder);
  } catch (error) {
    const reason = await reasonUnusable(folder, error);
    if (reason === undefined) throw error;
    return `${name} ${folder} cannot be used: ${reason}`;
  }
  const found = await unusableEntry(folder, entries);
  return found && `${found.path} cannot be used: ${found.reason}`;
}

/**
 * The first entry of a data folder that this user cannot use: one start or command as another user leaves files that this
 * one cannot open.
 */
export async function unusableEntry(
  folder: string,
  entries: DataEntries,
): Promise<Readonly<{ path: string; reason: string }> | undefined> {
  try {
    for (const { name, isDirectory } of await entriesOf(folder)) {
      const needed = needOf(entries, name);
      if (needed !== undefined) await check(join(folder, name), isDirectory, needed, DEPTH - 1);
    }
    return undefined;
  } catch (error) {
    // A first start has no folder yet.
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    const path = failedPath(error) ?? folder;
    const reason = await reasonUnusable(path, error, folder);
    if (reason === undefined) throw error;
    return { path, reason };
  }
}

/** The path that an error of the operating system names. */
export const failedPath = (error: unknown): string | undefined =>
  systemErrorCode(error) !== undefined && error instanceof Object && 'path' in error && typeof error.path === 'string'
    ? error.path
    : undefined;

type Entry = Readonly<{ name: string; isDirectory: boolean }>;

const entriesOf = async (folder: string): Promise<readonly Entry[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .slice(0, ENTRIES_PER_FOLDER)
    .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));

/** SQLite has files beside each of its own: `strongroom.db-wal`. */
const needOf = (entries: DataEntries, name: string): 'read' | 'write' | undefined =>
  Object.entries(entries).find(([known]) => name === known || name.startsWith(`${known}-`))?.[1];

async function check(path: string, isDirectory: boolean, needed: 'read' | 'write', depth: number): Promise<void> {
  const rights = R_OK | (needed === 'write' ? W_OK : 0) | (isDirectory ? X_OK : 0);
  try {
    await access(path, rights);
  } catch (error) {
    // A running service removes files of its own.
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (!isDirectory || depth === 0) return;
  for (const entry of await entriesOf(path)) {
    // The file system of a mounted disk has this folder, which is of root.
    if (entry.name === 'lost+found') continue;
    await check(join(path, entry.name), entry.isDirectory, entry.isDirectory ? needed : 'read', depth - 1);
  }
}
