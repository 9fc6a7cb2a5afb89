import type { DatabaseSync } from 'node:sqlite';
import { Counts } from './sqlite-counts.ts';
import { type Counters, Statement } from './sqlite-statement.ts';

/** More than this adapter has, apart from list statements for different numbers of keys. */
const MAX_STATEMENTS = 64;

/** An open database with its prepared statements. Each transaction begins and ends in one turn of the event loop. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly counts = new Counts();
  /** By collection, the id of a recently read document. */
  readonly lastFound = new Map<string, string>();
  readonly counters: Counters = { statements: 0, commits: 0, syncs: 0, retries: 0 };

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The prepared statement of a constant text; values are parameters. */
  sql(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
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

  /** Does nothing after an error for which SQLite rolls back by itself. */
  rollback(): void {
    if (this.inTransaction) this.sql('ROLLBACK').run();
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
