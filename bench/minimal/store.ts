import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A row of any table. */
export type Row = Readonly<Record<string, string | number | null>>;
type Value = string | number;

/** Plain tables with the indexes that the lists need. An event is one row with three indexes. */
export const TABLES = `
  CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT UNIQUE, name TEXT, role TEXT, status TEXT, created_at INTEGER) WITHOUT ROWID;
  CREATE INDEX users_by_time ON users (created_at, id);
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, user_id TEXT) WITHOUT ROWID;
  CREATE TABLE rooms (id TEXT PRIMARY KEY, name TEXT, description TEXT, label TEXT, created_by TEXT, created_at INTEGER,
    members INTEGER, files INTEGER) WITHOUT ROWID;
  CREATE TABLE members (room_id TEXT, user_id TEXT, role TEXT, created_at INTEGER, PRIMARY KEY (room_id, user_id)) WITHOUT ROWID;
  CREATE INDEX members_by_user ON members (user_id, created_at, room_id);
  CREATE TABLE files (id TEXT PRIMARY KEY, room_id TEXT, name TEXT, size INTEGER, type TEXT, label TEXT, status TEXT,
    uploaded_by TEXT, created_at INTEGER, key TEXT, iv TEXT, tag TEXT) WITHOUT ROWID;
  CREATE INDEX files_by_room ON files (room_id, status, created_at, id);
  CREATE TABLE shares (hash TEXT PRIMARY KEY, id TEXT, file_id TEXT, created_by TEXT, expires_at INTEGER, used INTEGER) WITHOUT ROWID;
  CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT, type TEXT, room_id TEXT, actor_id TEXT, created_at INTEGER, data TEXT);
  CREATE INDEX events_by_room ON events (room_id, seq);
  CREATE INDEX events_by_actor ON events (actor_id, seq);
  CREATE INDEX events_by_type ON events (type, seq);`;

type Waiting = Readonly<{ work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }>;

/** One database, with all writes of a turn of the event loop in one transaction and one sync. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000');
  }

  create(): void {
    this.#database.exec(TABLES);
  }

  row(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  rows(sql: string, ...values: readonly Value[]): readonly Row[] {
    return this.#prepared(sql).all(...values) as readonly Row[];
  }

  run(sql: string, ...values: readonly Value[]): void {
    this.#prepared(sql).run(...values);
  }

  /** Runs the work in the transaction of this turn; an error undoes this work alone. */
  write<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#commit());
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  close(): void {
    this.#database.close();
  }

  #commit(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.run('BEGIN IMMEDIATE');
    const answers = waiting.map(({ work, resolve, reject }) => {
      this.run('SAVEPOINT one');
      try {
        const answer = work();
        this.run('RELEASE one');
        return () => resolve(answer);
      } catch (error) {
        this.run('ROLLBACK TO one');
        this.run('RELEASE one');
        return () => reject(error);
      }
    });
    this.run('COMMIT');
    for (const answer of answers) answer();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
