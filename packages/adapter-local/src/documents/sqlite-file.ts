import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { systemErrorCode } from '@strongroom/ports';
import { createOnce, makeFolder } from '../disk/durable.ts';
import { Connection } from './sqlite-connection.ts';
import { asUnusable } from './sqlite-errors.ts';
import { APPLICATION_ID, emptyDatabase, SCHEMA_NUMBER } from './sqlite-schema.ts';
import { integerOf } from './sqlite-statement.ts';
import { StoreUnusable } from './store-unusable.ts';

/**
 * Milliseconds node:sqlite waits for the lock of another process, which blocks the event loop. With 0, four busy processes
 * commit a fifth less.
 */
const BUSY_MS = 5;
/** Milliseconds for a reader outside of a service. */
const READING_MS = 2000;

/**
 * synchronous FULL: a commit is on the disk when it returns. fullfsync: on macOS a plain sync leaves data in the drive's cache.
 * wal_autocheckpoint: every 4000 pages (16 MB of log) instead of 1000 saves a sixth of the CPU of audited commits and blocks
 * for up to 16 ms instead of 11. cache_size: 4 MB, because the operating system caches too. journal_size_limit: truncates the
 * log after a burst. secure_delete: overwrites replaced and removed data, such as the wrapped key of a deleted file.
 * cell_size_check: validates the cells of a page before use.
 */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -4000;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
`;

/** Creates the database if it is missing. Processes that start together all open the same one. */
export const makeDatabase = async (path: string): Promise<void> => {
  if (sizeOf(path) !== undefined) return;
  refuseOrphanedLog(path);
  try {
    await makeFolder(dirname(path));
    await createOnce(dirname(path), basename(path), emptyDatabase());
  } catch (error) {
    throw new StoreUnusable('unreachable', path, 'the database is missing and cannot be created here.', error);
  }
};

/**
 * Opens an existing database. Throws StoreUnusable if it cannot serve, and SQLite's busy error while another process holds
 * the lock.
 */
export const openDatabase = (path: string): Connection => {
  refuseOrphanedLog(path);
  refuseReadOnly(path);
  const address = pathToFileURL(path);
  address.searchParams.set('mode', 'rw'); // Otherwise a file that was just removed would be created again, empty.
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(address, { timeout: BUSY_MS });
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
 * Opens an existing database without changing its folder, whether or not a process uses it. Nothing can be written. Throws
 * StoreUnusable for one that cannot be read, such as one of an earlier version or a copy that was in use.
 */
export const openReadOnly = (path: string): Connection => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(addressToRead(path), { readOnly: true, timeout: READING_MS });
    const connection = new Connection(database);
    refuseStrangers(connection, path);
    touchEveryTable(connection);
    return connection;
  } catch (error) {
    database?.close();
    throw asUnusable(error, path) ?? error;
  }
};

/**
 * SQLite makes a log and an index beside a database in WAL mode even for reading. With `readonly_shm` it uses those that
 * are there (https://sqlite.org/src/file/src/os_unix.c); with `immutable` none (https://sqlite.org/uri.html).
 */
export const addressToRead = (path: string): URL => {
  const url = pathToFileURL(path);
  const isInUse = sizeOf(`${path}-shm`) !== undefined && sizeOf(`${path}-wal`) !== undefined;
  url.searchParams.set('mode', 'ro');
  url.searchParams.set(isInUse ? 'readonly_shm' : 'immutable', '1');
  return url;
};

/**
 * Refuses a log whose database is missing or empty: it holds confirmed commits, and SQLite would ignore or delete it when
 * the database is created again.
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
      'the database is empty. Restore a backup, or remove the file to start with a new one.',
    );
};

const refuseReadOnly = (path: string): void => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT')
      throw new StoreUnusable('unreachable', path, 'the database is missing.', error);
    throw new StoreUnusable('read-only', path, 'the database or its folder cannot be written to.', error);
  }
};

/** Size in bytes; undefined when there is no such file. */
const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** Refuses a database of another program, of a newer version of this one, and of one before 0.2.0. */
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
    throw new StoreUnusable(
      'older-schema',
      path,
      `the database has schema ${schema}, of a version before 0.2.0. Start version 0.2.0 on it, which raises it, and then this program.`,
    );
};

/** Reads the root page of each table, a cheap check for truncated files and missing tables. */
const touchEveryTable = (connection: Connection): void => {
  for (const table of ['documents', 'keys', 'unique_keys', 'events', 'event_ids', 'postings', 'blocks', 'tiles', 'log'])
    connection.sql(`SELECT * FROM ${table} LIMIT 1`).row();
};
