import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../disk/durable.ts';
import { discardUnless } from './discard.ts';
import { DamagedFile, isBusy, isDamaged } from './sqlite-errors.ts';
import { CREATE, FORM } from './window-table.ts';

/** The driver blocks the event loop while it waits for another process: so long and no longer. */
const BUSY_MILLISECONDS = 10;

/**
 * Opens the file of limits, and makes it where it is missing. Limits are not precious: a file that is damaged or of
 * another form is thrown away. Waits up to `patience` milliseconds for other processes.
 */
export async function openLimitsFile(file: string, patience: number): Promise<DatabaseSync> {
  const until = performance.now() + patience;
  await makeFolder(dirname(file));
  for (;;) {
    try {
      return openOnce(file);
    } catch (error) {
      if (!(isBusy(error) || isDamaged(error)) || performance.now() > until) throw error;
      // Looked at again where nobody else repairs: two that start together must not throw away each other's new file.
      if (isDamaged(error)) await discardUnless(file, () => openOnce(file).close());
    }
    await pause(5 + Math.random() * 20);
  }
}

function openOnce(file: string): DatabaseSync {
  // A log whose file is gone would be read into the new one.
  if (!existsSync(file) && existsSync(`${file}-wal`))
    throw new DamagedFile('the file of limits is gone, its log is not');
  closeSync(openSync(file, 'a', 0o600)); // SQLite gives its log the mode of the file, and makes the file readable to all
  const database = new DatabaseSync(file, { timeout: BUSY_MILLISECONDS });
  try {
    // OFF: a power cut may cost the counts of a minute, or the file; no call waits for the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
    if (formOf(database) !== FORM) makeTable(database);
    else refuseDamage(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeTable(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  // Another process may have made it since we looked, and counted in it.
  if (formOf(database) !== FORM) database.exec(`DROP TABLE IF EXISTS windows; ${CREATE}`);
  database.exec('COMMIT');
}

function refuseDamage(database: DatabaseSync): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new DamagedFile(`the file of limits is damaged: ${String(found)}`);
}

const formOf = (database: DatabaseSync): unknown => database.prepare('PRAGMA user_version').get()?.user_version;
