import { DatabaseSync } from 'node:sqlite';

/** Identifies the file in its header ("Srom"); shown by tools such as `file`. */
export const APPLICATION_ID = 0x5372_6f6d;

/** Number of the table layout, in `PRAGMA user_version`. A process refuses files with a higher one. */
export const SCHEMA_NUMBER = 1;

/**
 * `keys` and `unique_keys` index the columns of the same names: one row per document and key. They are WITHOUT ROWID, so a
 * list by key walks the primary key. `documents` is not: with long rows and random ids it is a third faster to write. Text
 * compares by its UTF-8 bytes.
 */
const TABLES = `
  CREATE TABLE documents (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    schema INTEGER NOT NULL,
    position INTEGER NOT NULL,
    keys TEXT NOT NULL,
    unique_keys TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) STRICT;

  CREATE TABLE keys (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (collection, key, position, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unique_keys (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (collection, key)
  ) STRICT, WITHOUT ROWID;

  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_NUMBER};
`;

/** The bytes of an empty database, so that the file can be created atomically. */
export const emptyDatabase = (): Uint8Array => {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(TABLES);
    return database.serialize();
  } finally {
    database.close();
  }
};
