/** Number of the table layout. A process refuses a database with a higher one. */
export const SCHEMA_NUMBER = 1;

/**
 * Text compares by its UTF-8 bytes. `keys` and `unique_keys` index the columns of the same names: one row per document and
 * key, so that a list by key walks the primary key.
 */
const DOCUMENTS = `
  CREATE TABLE documents (
    collection text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    schema bigint NOT NULL,
    position bigint NOT NULL,
    keys text[] NOT NULL,
    unique_keys text[] NOT NULL,
    body json NOT NULL,
    PRIMARY KEY (collection, id)
  );

  CREATE TABLE keys (
    collection text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (collection, key, position, id)
  );

  CREATE TABLE unique_keys (
    collection text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (collection, key)
  );
`;

/**
 * `events`: those without `seq` wait for it, in the order of (place, nth). `head` and `tail` are the text before and after
 * the number, null once erased. `entry` is the SHA-256 of the text. `postings`: the offsets of the events of a block that
 * have a term. `blocks`: those whose postings are complete. `tiles`: hashes of the Merkle tree, level 0 only when full.
 * `log`: one row.
 */
const AUDIT_LOG = `
  CREATE SEQUENCE places;

  CREATE TABLE events (
    id uuid PRIMARY KEY,
    place bigint NOT NULL,
    nth bigint NOT NULL,
    seq bigint,
    entry bytea,
    head text,
    tail text,
    ip text,
    ip_salt text
  );
  CREATE UNIQUE INDEX events_by_seq ON events (seq) WHERE seq IS NOT NULL;
  CREATE INDEX events_waiting ON events (place, nth) WHERE seq IS NULL;

  CREATE TABLE postings (
    term text COLLATE "C" NOT NULL,
    block bigint NOT NULL,
    count bigint NOT NULL,
    offsets bytea NOT NULL,
    PRIMARY KEY (term, block) INCLUDE (count)
  );

  CREATE TABLE blocks (
    block bigint PRIMARY KEY,
    earliest bigint NOT NULL,
    latest bigint NOT NULL,
    times bytea NOT NULL
  );

  CREATE TABLE tiles (
    level bigint NOT NULL,
    tile bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, tile)
  );

  CREATE TABLE log (
    id bigint PRIMARY KEY CHECK (id = 0),
    size bigint NOT NULL,
    closed bigint NOT NULL,
    erasures bigint NOT NULL
  );
  INSERT INTO log (id, size, closed, erasures) VALUES (0, 0, 0, 0);
`;

const LIMITS = `
  CREATE TABLE limits (
    bucket text COLLATE "C" PRIMARY KEY,
    ends_at bigint NOT NULL,
    used bigint NOT NULL
  );
  CREATE INDEX limits_by_end ON limits (ends_at);
`;

/** The number is written last: where it is, everything is. */
const NUMBER = `
  CREATE TABLE layout (number bigint PRIMARY KEY);
  INSERT INTO layout (number) VALUES (${SCHEMA_NUMBER});
`;

export const TABLES = [DOCUMENTS, AUDIT_LOG, LIMITS, NUMBER].join('');

/** Names of all tables, for a check of rights. */
export const TABLE_NAMES = [
  'documents',
  'keys',
  'unique_keys',
  'events',
  'postings',
  'blocks',
  'tiles',
  'log',
  'limits',
]         ;
