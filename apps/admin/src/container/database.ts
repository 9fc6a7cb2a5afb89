import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { addressToRead } from '@strongroom/adapter-local';
import type { DatabaseSeen, RoomKey } from '../service/stores.ts';

/** Set by the adapter in its files. The test of the doctor opens such a file. */
const APPLICATION_ID = 0x5372_6f6d;
const KNOWN_SCHEMA = 2;
const BUSY_TIMEOUT_MS = 2000;
/** Result codes of SQLite for a bad file: CORRUPT, NOTADB. */
const DAMAGED = new Set([11, 26]);

/** Examines a database file that may be in use, without changing anything. */
export const inspectDatabase: (file: string) => Promise<DatabaseSeen> = async (file) => {
  const first = lookAt(file);
  // The file is read as if no process wrote to it, so a service that has just started would look like damage.
  const mayBeTorn = first.state === 'unreadable' || (first.state === 'opened' && first.damage.length > 0);
  return mayBeTorn ? lookAt(file) : first;
};

function lookAt(file: string): DatabaseSeen {
  const size = sizeOf(file);
  const logBytes = sizeOf(`${file}-wal`) ?? 0;
  if (!size) {
    if (logBytes > 0) return { state: 'orphaned-log' };
    return size === undefined
      ? { state: 'missing' }
      : { state: 'unreadable', reason: 'it is empty, which a database never is' };
  }
  const hasIndex = sizeOf(`${file}-shm`) !== undefined;
  if (logBytes > 0 && !hasIndex) return { state: 'unread-log' };
  try {
    return opened(addressToRead(file), logBytes);
  } catch (error) {
    const code = resultCode(error);
    if (code === undefined) throw error;
    return { state: 'unreadable', reason: DAMAGED.has(code) ? 'it is damaged, or no SQLite database' : String(error) };
  }
}

function opened(url: URL, logBytes: number): DatabaseSeen {
  const database = new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const pragma = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name];
    if (pragma('application_id') !== APPLICATION_ID) return { state: 'foreign' };
    const schema = Number(pragma('user_version'));
    const damage = database.prepare('PRAGMA quick_check(5)').all();
    const said = damage.map((row) => String(row.quick_check)).filter((line) => line !== 'ok');
    return {
      state: 'opened',
      schema,
      knownSchema: KNOWN_SCHEMA,
      damage: said,
      logBytes,
      roomKeys: said.length === 0 && schema > 0 && schema <= KNOWN_SCHEMA ? roomKeysIn(database) : undefined,
    };
  } finally {
    database.close();
  }
}

/** Existing rooms have a `kmsKeyId`; the rest of a deleted one does not. */
const roomKeysIn = (database: DatabaseSync): readonly RoomKey[] =>
  database
    .prepare(
      `SELECT id, body ->> '$.kmsKeyId' AS key FROM documents WHERE collection = 'rooms' AND body ->> '$.status' <> 'deleted'`,
    )
    .all()
    .map(({ id, key }) => ({ roomId: String(id), kmsKeyId: String(key) }));

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** The primary result code of an error of SQLite (https://sqlite.org/rescode.html). */
const resultCode = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
