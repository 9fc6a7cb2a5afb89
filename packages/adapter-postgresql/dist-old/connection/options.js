/** Milliseconds after which a call throws Unavailable. */
export const DEADLINE_MS = 3500;

/** Milliseconds without an answer after which a connection is closed, so that the call can be repeated in time. */
export const SILENCE_MS = 2500;

/** Maximum milliseconds for the server to run a statement: later nothing could receive the answer. */
const SERVER_MS = DEADLINE_MS - 100;

/** Maximum milliseconds for the server to wait for a lock: early enough that its answer, "nothing was done", arrives in time. */
const LOCK_MS = DEADLINE_MS - 1000;

/** Milliseconds to connect to one server, so that the next one is tried within the deadline. */
export const CONNECT_MS = 1000;

/** Milliseconds after which the server ends a transaction whose process stopped; normal ones take a few. */
const ABANDONED_MS = 1500;

/** Maximum number of connections of a process, for documents and for limits. */
export const MAX_CONNECTIONS = { documents: 16, limits: 2 };

/** Name of the connections in the server's own reports. */
const APPLICATION_NAME = 'strongroom';

/** Name of the schema in the database. */
export const SCHEMA = 'strongroom';

/**
 * Settings of each session, which no setting of the server, the database or the user may weaken. `synchronous_commit` is for
 * durability. Plans without scans of whole tables stay the same when statistics are missing or old.
 */
const SETTINGS = {
  statement_timeout: String(SERVER_MS),
  lock_timeout: String(LOCK_MS),
  idle_in_transaction_session_timeout: String(ABANDONED_MS),
  default_transaction_isolation: 'read\\ committed',
  search_path: SCHEMA,
  enable_seqscan: 'off',
  jit: 'off',
};

/** Events that a confirmed write survives: `on` is a crash, and where the server waits for standbys the loss of the primary. */
                                      

/** Startup options of a session. */
export const sessionOptions = (durability            )         =>
  Object.entries({ ...SETTINGS, synchronous_commit: durability, application_name: APPLICATION_NAME })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
