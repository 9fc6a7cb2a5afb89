import type { DatabaseSync } from 'node:sqlite';
import { Counts } from './sqlite-counts.ts';
import { type Counters, Statement } from './sqlite-statement.ts';

/** More different statements than this adapter has, apart from the lists' numbers of keys. */
const CACHED = 64;

/** One open database with its prepared statements. Everything on it happens within one turn of the event loop. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly counts = new Counts();
  /** By collection, the id of a document that was read there not long ago. */
  readonly lastFound = new Map<string, string>();
  readonly counters: Counters = { statements: 0, commits: 0, syncs: 0, retries: 0 };

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The prepared statement of this text. `sql` is written in this adapter, values come in through parameters only. */
  sql(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= CACHED) this.#statements.clear();
    const statement = new Statement(this.#database, sql, this.counters);
    this.#statements.set(sql, statement);
    return statement;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  begin(kind: 'to write' | 'to read'): void {
    this.sql(kind === 'to write' ? 'BEGIN IMMEDIATE' : 'BEGIN').run();
  }

  commit(): void {
    this.sql('COMMIT').run();
  }

  /** SQLite has rolled back by itself after some errors. */
  rollback(): void {
    if (this.inTransaction) this.sql('ROLLBACK').run();
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
