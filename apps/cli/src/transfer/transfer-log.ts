import { chmodSync, constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Problem, type Terminal } from '@strongroom/command-line';
import { makePrivateFolder, reasonUnusable } from '../account/config.ts';
import { stateFolder } from '../account/places.ts';

/** Milliseconds: long enough for the writes of another run. */
const BUSY_TIMEOUT_MS = 10_000;
/** Seconds from the last use of a row to its deletion. */
const RETENTION = 90 * 86_400;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS uploads (
    service TEXT NOT NULL, room TEXT NOT NULL, path TEXT NOT NULL, target TEXT NOT NULL,
    content TEXT NOT NULL, terms TEXT NOT NULL,
    request TEXT NOT NULL, begun INTEGER NOT NULL, file TEXT, confirmed INTEGER NOT NULL DEFAULT 0, owner TEXT,
    PRIMARY KEY (service, room, path, target)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS downloads (
    service TEXT NOT NULL, file TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL, done INTEGER NOT NULL,
    inode TEXT,
    PRIMARY KEY (service, file, path)
  ) STRICT, WITHOUT ROWID;
`;

export type LogRow = Readonly<Record<string, unknown>>;

/**
 * The transfers of this machine, finished and in progress: after any interruption, confirmed files are not sent again,
 * and concurrent runs share the work. Holds paths and ids, but no secrets.
 */
export type TransferLog = Readonly<{
  one: (sql: string, ...values: SQLInputValue[]) => LogRow | undefined;
  run: (sql: string, ...values: SQLInputValue[]) => void;
  /**
   * Writes what may be lost with the process that did it: those of one turn of the event loop share a transaction. A later
   * call throws what it failed with.
   */
  note: (sql: string, ...values: SQLInputValue[]) => void;
  /** Resolves once the notes of this turn are written: no kill of this process loses them. Throws what that failed with. */
  noted: () => Promise<void>;
  /** No other process writes during `work`. */
  exclusively: <T>(work: () => T) => T;
  close: () => void;
}>;

/** Throws Problem if it cannot be opened. */
export async function openTransferLog(terminal: Pick<Terminal, 'variable'>): Promise<TransferLog> {
  const folder = stateFolder(terminal);
  // One log per machine: a home folder may be on a network drive, where locks are unreliable.
  const path = join(folder, `transfers-${hostname().replaceAll(/[^\w.-]/gu, '_')}.db`);
  const { DatabaseSync } = await import('node:sqlite');
  try {
    await makePrivateFolder(folder);
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    chmodSync(path, 0o600);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec(SCHEMA);
    const old = Math.floor(Date.now() / 1000) - RETENTION;
    database.prepare('DELETE FROM uploads WHERE begun < ? AND owner IS NULL').run(old);
    database.prepare('DELETE FROM downloads WHERE done < ?').run(old);
    return transferLogOn(database, path);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const reason = (await reasonUnusable(folder, await accessError(folder, error))) ?? said;
    throw new Problem(
      `the log of transfers ${path} cannot be used (${reason}): remove it if it is damaged, or name another place in XDG_STATE_HOME.`,
      {
        cause: error,
      },
    );
  }
}

/** SQLite does not say why it cannot open a file: the system does. */
const accessError = (folder: string, error: unknown): Promise<unknown> =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => error,
    (own: unknown) => own,
  );

const CODE_OF_SQLITE = 'ERR_SQLITE_ERROR';

/** Calls SQLite. Throws Problem for a table of another form, a damaged page, a full disk. */
function usable<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const isOfSqlite = typeof error === 'object' && error !== null && 'code' in error && error.code === CODE_OF_SQLITE;
    if (!isOfSqlite) throw error;
    const said = 'message' in error ? String(error.message) : CODE_OF_SQLITE;
    throw new Problem(
      `the log of transfers ${path} cannot be used (${said}): remove it, and files that are in the room already are compared with it again.`,
      { cause: error },
    );
  }
}

function transferLogOn(database: DatabaseSync, path: string): TransferLog {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const notes = new Notes(database);
  const exclusively = <T>(work: () => T): T => {
    notes.commit();
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    one: (sql, ...values) => usable(path, () => statement(sql).get(...values)),
    run: (sql, ...values) => {
      usable(path, () => notes.commit());
      usable(path, () => statement(sql).run(...values));
    },
    note: (sql, ...values) => {
      usable(path, () => notes.add(() => statement(sql).run(...values)));
    },
    noted: async () => {
      const end = await notes.ended();
      usable(path, end);
    },
    exclusively,
    close: () => {
      try {
        usable(path, () => notes.commit());
      } finally {
        database.close();
      }
    },
  };
}

type NoteTransaction = { failure: Readonly<{ error: unknown }> | undefined };

/** The transaction of the notes of one turn. */
class Notes {
  readonly #database: DatabaseSync;
  #open: NoteTransaction | undefined;
  #failure: Readonly<{ error: unknown }> | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(write: () => unknown): void {
    this.#throwFailure();
    // Within `exclusively`, they are part of its transaction.
    if (!this.#database.isTransaction) {
      this.#database.exec('BEGIN IMMEDIATE');
      this.#open = { failure: undefined };
      process.nextTick(() => this.#end());
    }
    write();
  }

  /** Commits them before the end of the turn. */
  commit(): void {
    this.#end();
    this.#throwFailure();
  }

  /** Resolves after the end of the transaction, with a function that throws if it failed. */
  async ended(): Promise<() => void> {
    const open = this.#open;
    // After the function that ends it, which waits for the same moment.
    if (open !== undefined) await new Promise<void>((resolve) => process.nextTick(resolve));
    return () => {
      if (open?.failure !== undefined) throw open.failure.error;
    };
  }

  #end(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    try {
      this.#database.exec('COMMIT');
    } catch (error) {
      open.failure = { error };
      this.#failure ??= open.failure;
      // SQLite may have ended the transaction itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
  }
}
