import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createOnce, makeFolder } from '../disk/durable.ts';
import { errorCode } from '../disk/error-code.ts';
import { Connection } from './sqlite-connection.ts';
import { asUnusable } from './sqlite-errors.ts';
import { APPLICATION_ID, emptyDatabase, SCHEMA_NUMBER } from './sqlite-schema.ts';
import { integerOf } from './sqlite-statement.ts';
import { StoreUnusable } from './store-unusable.ts';

/**
 * node:sqlite blocks the event loop while it waits for another process's lock: so long at once, and no longer. With none
 * at all, four busy processes commit a fifth less.
 */
const BUSY_MILLISECONDS = 5;

/**
 * FULL: a commit is on the disk when it returns. fullfsync matters on macOS only, where a plain sync leaves data in the
 * drive's cache. A checkpoint every 4000 pages (16 MB of log) instead of 1000 spares a sixth of the CPU of audited
 * commits and blocks for up to 16 ms instead of 11. The log is cut back after a burst. cell_size_check looks at the cells of
 * a page before it believes them. 8 MB of pages are as fast as 32 MB with 100 000 files: the operating system caches too. secure_delete overwrites what a replace or a remove leaves in a page: the wrapped key of a
 * deleted file must not be left behind for whoever gets the file of the database.
 */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -8000;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
`;

/** Makes the database where there is none. Of several processes that start together one makes it, and all open that. */
export const makeDatabase = async (path: string): Promise<void> => {
  if (sizeOf(path) !== undefined) return;
  refuseOrphanedLog(path);
  try {
    await makeFolder(dirname(path));
    await createOnce(dirname(path), basename(path), emptyDatabase());
  } catch (error) {
    throw new StoreUnusable('unreachable', path, 'there is no database, and none can be made here.', error);
  }
};

/**
 * Opens a database that is there. Throws StoreUnusable where it cannot serve, and SQLite's own busy error where another
 * process is in the way just now.
 */
export const openDatabase = (path: string): Connection => {
  refuseOrphanedLog(path);
  refuseReadOnly(path);
  const address = pathToFileURL(path);
  address.searchParams.set('mode', 'rw'); // Without it, a file that has just been removed would be made anew, empty.
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(address, { timeout: BUSY_MILLISECONDS });
    const connection = new Connection(database);
    refuseStrangers(connection, path);
    database.exec(SETTINGS);
    touchEveryTable(connection);
    return connection;
  } catch (error) {
    database?.close();
    throw asUnusable(error, path) ?? error;
  }
};

/**
 * A log whose database is gone or empty holds commits that were acknowledged. SQLite would ignore it beside a new
 * database, or delete it.
 */
export const refuseOrphanedLog = (path: string): void => {
  if ((sizeOf(path) ?? 0) > 0) return;
  for (const log of [`${path}-wal`, `${path}-journal`]) {
    if ((sizeOf(log) ?? 0) === 0) continue;
    throw new StoreUnusable(
      'orphaned-log',
      path,
      `the database is missing but its log ${log} is there. Bring back the database, or move the log away.`,
    );
  }
  if (sizeOf(path) === 0)
    throw new StoreUnusable(
      'damaged',
      path,
      'the database is empty. Restore a backup, or remove the file to begin anew.',
    );
};

const refuseReadOnly = (path: string): void => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new StoreUnusable('unreachable', path, 'the database is gone.', error);
    throw new StoreUnusable('read-only', path, 'the database or its folder cannot be written to.', error);
  }
};

/** Size in bytes; undefined when there is no such file. */
const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** Refuses what is no database of this program, or of a later one. */
export const refuseStrangers = (connection: Connection, path: string): void => {
  const number = (pragma: string): number => integerOf(connection.sql(`PRAGMA ${pragma}`).row() ?? {}, pragma);
  if (number('application_id') !== APPLICATION_ID)
    throw new StoreUnusable('foreign', path, 'this is a database of another program.');
  const schema = number('user_version');
  if (schema > SCHEMA_NUMBER)
    throw new StoreUnusable(
      'newer-schema',
      path,
      `the database has schema ${schema}; this program knows up to ${SCHEMA_NUMBER}. Use the newer program.`,
    );
  if (schema < SCHEMA_NUMBER)
    throw new StoreUnusable('damaged', path, `the database has schema ${schema}, which never was.`);
};

/** Reads the root page of each table: cheap, and finds a file that was cut off or whose tables are not there. */
const touchEveryTable = (connection: Connection): void => {
  for (const table of ['documents', 'keys', 'unique_keys']) connection.sql(`SELECT * FROM ${table} LIMIT 1`).row();
};
