import { DatabaseSync } from 'node:sqlite';

/** Marks the file as ours in its header ("Srom"); `file` and others show it. */
export const APPLICATION_ID = 0x5372_6f6d;

/** Number of the table layout, in `PRAGMA user_version`. A process refuses files with a higher one. */
export const SCHEMA_NUMBER = 1;

/**
 * `keys` and `unique_keys` hold what the columns of the same names say, as an index: one row per document and key.
 * WITHOUT ROWID makes the primary key the table, so that a list by key is a walk along it; documents, whose rows are long
 * and whose ids are random, are a third faster to write with it being an index. Text compares by its UTF-8 bytes.
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

/** The bytes of a database without documents: written in one go, so that no half-made file is ever seen. */
export const emptyDatabase = (): Uint8Array => {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(TABLES);
    return database.serialize();
  } finally {
    database.close();
  }
};
