import type { DatabaseSync } from 'node:sqlite';
import { DocumentCache } from './sqlite-cache.ts';
import type { EncodedChange, KeyMove } from './sqlite-change.ts';
import { ListTotals } from './sqlite-counts.ts';
import { ListPages } from './sqlite-pages.ts';
import { type Counters, integerOf, Statement } from './sqlite-statement.ts';

/** More than this adapter has, apart from list statements for different numbers of keys. */
const MAX_STATEMENTS = 64;

/** An open database with its prepared statements. Each transaction begins and ends in one turn of the event loop. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly counts = new ListTotals();
  readonly cache = new DocumentCache();
  readonly pages = new ListPages();
  #version: number | undefined;
  #transaction: 'none' | 'begun' | 'compared' = 'none';
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
    this.#transaction = 'begun';
  }

  commit(): void {
    this.#transaction = 'none';
    this.sql('COMMIT').run();
  }

  /**
   * Forgets counts, pages and documents if another connection has committed since the last call. SQLite changes `data_version`
   * then, and not for commits of this connection. What is remembered afterwards is as fresh as a read of the database: of
   * this moment, or of the snapshot of the transaction.
   */
  refresh(): void {
    if (this.#transaction === 'compared') return;
    const version = integerOf(this.sql('PRAGMA data_version').row() ?? {}, 'data_version');
    if (version !== this.#version) this.forget();
    this.#version = version;
    if (this.#transaction === 'begun') this.#transaction = 'compared';
  }

  /** Brings counts, pages and documents up to date with a commit of this connection. Call it after the commit has returned. */
  follow(changes: readonly EncodedChange[], moves: readonly KeyMove[]): void {
    this.counts.follow(moves.map(({ shift }) => shift));
    this.cache.follow(changes, moves);
    this.pages.follow(moves);
  }

  forget(): void {
    this.counts.forget();
    this.cache.clear();
    this.pages.forget();
  }

  /** Does nothing after an error for which SQLite rolls back by itself. */
  rollback(): void {
    this.#transaction = 'none';
    if (this.inTransaction) this.sql('ROLLBACK').run();
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
