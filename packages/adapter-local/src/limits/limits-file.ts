import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@strongroom/store-kit';
import { makeFolder } from '../disk/durable.ts';
import { isBusy } from '../sqlite/result-codes.ts';
import { DamagedFile, discardUnless, isDamaged } from './discard.ts';
import { CREATE_WINDOWS, TABLE_FORMAT } from './window-table.ts';

/** Milliseconds the driver waits for the lock of another process, which blocks the event loop. */
const BUSY_MS = 10;
const OPEN_BACKOFF = { firstMs: 25, maxMs: 25 };

/**
 * Opens the file of limits, and creates it if it is missing. Limits can be lost: a file that is damaged or has another
 * format is deleted. Waits up to `deadlineMs` for other processes.
 */
export async function openLimitsFile(file: string, deadlineMs: number): Promise<DatabaseSync> {
  const deadline = performance.now() + deadlineMs;
  await makeFolder(dirname(file));
  for (;;) {
    try {
      return openOnce(file);
    } catch (error) {
      if (!(isBusy(error) || isDamaged(error)) || performance.now() > deadline) throw error;
      // Opened once more under the lock: two processes that start together must not delete each other's new file.
      if (isDamaged(error)) await discardUnless(file, () => openOnce(file).close());
    }
    await pause(backoffMs(1, OPEN_BACKOFF));
  }
}

function openOnce(file: string): DatabaseSync {
  // SQLite would replay the log of a missing file into the new one.
  if (!existsSync(file) && existsSync(`${file}-wal`))
    throw new DamagedFile('the file of limits is missing but its log exists');
  closeSync(openSync(file, 'a', 0o600)); // SQLite gives its log the mode of the file, and would create the file readable by everyone
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    // OFF: no call waits for the disk; a power cut may lose the last counts, or the file. Names of buckets hold addresses of people.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -500; PRAGMA secure_delete = ON;',
    );
    if (formOf(database) !== TABLE_FORMAT) makeTable(database);
    else refuseDamage(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeTable(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  // Another process may have created the table since, and counted in it.
  if (formOf(database) !== TABLE_FORMAT) database.exec(`DROP TABLE IF EXISTS windows; ${CREATE_WINDOWS}`);
  database.exec('COMMIT');
}

function refuseDamage(database: DatabaseSync): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new DamagedFile(`the file of limits is damaged: ${String(found)}`);
}

const formOf = (database: DatabaseSync): unknown => database.prepare('PRAGMA user_version').get()?.user_version;
