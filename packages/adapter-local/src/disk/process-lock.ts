import { open, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from './error-code.ts';

const BUSY = 5;

/** A file that is locked until it is closed or its process ends, however it ends. */
export type ProcessLock = Readonly<{ close: () => void }>;

/**
 * Locks a file that it makes where there is none; undefined where somebody else holds it or took it away meanwhile.
 * SQLite's lock is one of the operating system: a process that was killed holds none. Throws what SQLite and the file system throw.
 */
export async function lockFile(path: string): Promise<ProcessLock | undefined> {
  await makeFile(path);
  const database = new DatabaseSync(path);
  try {
    // Nothing is ever written, so no journal needs to lie beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Whoever clears away a dead process removes its file while holding the lock: then this one is of a file without a name.
    await stat(path);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error) || isGone(error)) return undefined;
    throw error;
  }
}

/**
 * Makes a file for this user only. INVARIANT: one that is there is not opened, as closing it would end the locks that
 * this process holds on it.
 */
async function makeFile(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === BUSY;

const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
