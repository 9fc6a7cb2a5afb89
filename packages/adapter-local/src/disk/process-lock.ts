import { closeSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { systemErrorCode } from '@strongroom/ports';
import { isBusy } from '../sqlite/result-codes.ts';

/** A file that stays locked until it is closed or the process ends, even when it is killed. */
export type ProcessLock = Readonly<{ close: () => void }>;

/**
 * Locks a file, which it creates if it is missing; undefined if another process holds or has removed it. SQLite uses a lock
 * of the operating system, so a killed process holds none. Throws errors of SQLite and the file system.
 */
export async function lockFile(path: string): Promise<ProcessLock | undefined> {
  makeFile(path);
  const database = new DatabaseSync(path);
  try {
    // Nothing is ever written, so the file needs no journal.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A process that cleans up after another removes the file while holding the lock; this lock would be on a removed file.
    await stat(path);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error) || systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates a file for this user only. INVARIANT: an existing file is not opened, because closing it would release the locks
 * that this process holds on it. For the same reason a new one is closed at once: another call of this process could lock it
 * meanwhile, and lose that lock by the close.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
