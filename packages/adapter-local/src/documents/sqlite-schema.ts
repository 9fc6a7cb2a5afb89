import { DatabaseSync } from 'node:sqlite';

/** Identifies the file in its header ("Srom"); shown by tools such as `file`. */
export const APPLICATION_ID = 0x5372_6f6d;

/** Number of the table layout since version 0.2.0, in `PRAGMA user_version`. A process refuses files with another one. */
export const SCHEMA_NUMBER = 2;

/**
 * `keys` and `unique_keys` index the columns of the same names: one row per document and key. They are WITHOUT ROWID, so a
 * list by key walks the primary key. `documents` is not: with long rows and random ids it is a third faster to write. Text
 * compares by its UTF-8 bytes.
 */
const DOCUMENTS = `
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
`;

/**
 * `events`: `entry` is the SHA-256 of `event`, which is null once it is erased. `postings`: the offsets of the events of a
 * block that have a term. `blocks`: those whose postings are complete. `tiles`: hashes of the Merkle tree, level 0 only when
 * full. `log`: one row.
 */
const AUDIT_TABLES = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    entry BLOB NOT NULL,
    ip TEXT,
    ip_salt TEXT,
    event TEXT
  ) STRICT;

  CREATE TABLE event_ids (
    id BLOB PRIMARY KEY,
    seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE postings (
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    count INTEGER NOT NULL,
    offsets BLOB NOT NULL,
    PRIMARY KEY (term, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blocks (
    block INTEGER PRIMARY KEY,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    times BLOB NOT NULL
  ) STRICT;

  CREATE TABLE tiles (
    level INTEGER NOT NULL,
    tile INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, tile)
  ) STRICT;

  CREATE TABLE log (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    erasures INTEGER NOT NULL
  ) STRICT;
  INSERT INTO log (id, erasures) VALUES (0, 0);
`;

const TABLES = `
  ${DOCUMENTS}
  ${AUDIT_TABLES}
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
