import { statSync } from 'node:fs';
import { resolve as absolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Change,
  type DocumentStore,
  type Page,
  type Ref,
  type Selection,
  type StoredDocument,
  type Stretch,
  Unavailable,
} from '@strongroom/ports';
import { refuseMalformed } from './changes.ts';
import { encoded } from './sqlite-change.ts';
import type { Connection } from './sqlite-connection.ts';
import { asUnavailable, isBusy } from './sqlite-errors.ts';
import { makeDatabase, openDatabase } from './sqlite-file.ts';
import { commitTogether, type PendingCommit } from './sqlite-group-commit.ts';
import { answerCount, answerList, countQuestion, listQuestion } from './sqlite-lists.ts';
import { answerOutdated, outdatedQuestion } from './sqlite-outdated.ts';
import { lookUp, lookupOf, type PendingRead, readTogether } from './sqlite-reads.ts';
import type { Counters } from './sqlite-statement.ts';
import { strideOf, type Walk, walkOf } from './sqlite-strides.ts';
import { Walks } from './sqlite-walks.ts';
import { pauseAfter, Turns } from './turns.ts';

export type SqliteDocumentsOptions = Readonly<{
  /** The database file; made, with its folder, where there is none. */
  path: string;
  /** How long a call waits for the locks of other processes before it is answered Unavailable, in milliseconds. */
  patience?: number;
}>;

const PATIENCE = 4000;

/**
 * Opens the documents in an SQLite file, which several processes may share. Throws StoreUnusable when the file cannot
 * serve as the store, and Unavailable when other processes keep it locked for longer than `patience`.
 */
export const openSqliteDocuments = async (options: SqliteDocumentsOptions): Promise<SqliteDocumentStore> => {
  const { patience = PATIENCE } = options;
  const path = absolute(options.path);
  const until = performance.now() + patience;
  await makeDatabase(path);
  for (let tries = 1; ; tries += 1) {
    try {
      return new SqliteDocumentStore(openDatabase(path), path, patience);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= until) throw asUnavailable(error);
    }
    await pause(pauseAfter(tries));
  }
};

/** Documents in one SQLite file. What is called in one turn of the event loop is done together: see `Turns`. */
export class SqliteDocumentStore implements DocumentStore {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #file: number;
  readonly #patience: number;
  readonly #commits: Turns<PendingCommit>;
  readonly #reads: Turns<PendingRead>;
  readonly #walks: Walks;
  #closed: Promise<void> | undefined;

  /** `patience` as in the options of `openSqliteDocuments`. */
  constructor(connection: Connection, path: string, patience: number) {
    this.#connection = connection;
    this.#path = path;
    this.#patience = patience;
    this.#file = statSync(path).ino;
    const turn = { isPassing: isBusy, onRetry: () => (connection.counters.retries += 1) };
    this.#commits = new Turns({ ...turn, serve: (calls) => commitTogether(connection, calls) });
    this.#reads = new Turns({ ...turn, serve: (calls) => readTogether(connection, calls) });
    this.#walks = new Walks((at) => this.#look(at), patience);
  }

  /** What was done since the database was opened. */
  get counters(): Readonly<Counters> {
    return this.#connection.counters;
  }

  async read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]> {
    const lookups = refs.map(lookupOf);
    return this.#look((connection) => lookups.map((lookup) => lookUp(connection, lookup)));
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    if (page.limit > 0 && (page.offset ?? 0) > strideOf(selection))
      return this.#listFrom({ ...page }, walkOf(collection, selection, page));
    const question = listQuestion(collection, selection, page);
    return this.#look((connection) => (question === undefined ? [] : answerList(connection, question)));
  }

  async count(collection: string, selection: Selection, atMost?: number): Promise<number> {
    if (atMost !== undefined) return this.#countUpTo(Math.max(atMost, 0), walkOf(collection, selection, {}));
    const question = countQuestion(collection, selection);
    return this.#look((connection) => (question === undefined ? 0 : answerCount(connection, question)));
  }

  async outdated(collection: string, stretch: Stretch): Promise<readonly StoredDocument[]> {
    const question = outdatedQuestion(collection, stretch);
    return this.#look((connection) => answerOutdated(connection, question));
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.#refuseWhenClosed();
    refuseMalformed(changes);
    const texts = changes.map(encoded);
    if (texts.length === 0) return;
    await new Promise<void>((resolve, reject) =>
      this.#commits.add({ changes: texts, resolve, ...this.#waiting(reject) }),
    );
  }

  async check(): Promise<void> {
    await this.#look((connection) => connection.sql('SELECT 1 FROM documents LIMIT 1').row());
    // SQLite goes on in a file that was moved away or replaced, and whatever it writes there is lost.
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#file) throw new Unavailable('documents');
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([this.#commits.drained(), this.#reads.drained()]).then(() => this.#connection.close());
    return this.#closed;
  }

  /** A list whose offset takes several statements to pass. */
  async #listFrom({ offset = 0, ...page }: Page, walk: Walk): Promise<readonly StoredDocument[]> {
    const { last } = await this.#walks.pass(walk, offset);
    return last === undefined ? [] : this.list(walk.collection, walk.selection, { ...page, after: last });
  }

  async #countUpTo(atMost: number, walk: Walk): Promise<number> {
    const { collection, selection } = walk;
    const known = await this.#look((connection) => connection.counts.upTo(connection, collection, selection, atMost));
    if (typeof known === 'number') return known;
    const { passed, last } = await this.#walks.pass(walk, atMost).catch((error: unknown) => {
      this.#connection.counts.abandon(known);
      throw error;
    });
    const found = { found: passed, isFloor: last !== undefined || atMost === 0 };
    await this.#look((connection) => connection.counts.settle(connection, known, found));
    return passed;
  }

  async #look<T>(at: (connection: Connection) => T): Promise<T> {
    this.#refuseWhenClosed();
    return new Promise<T>((resolve, reject) => {
      let found: { answer: T } | undefined;
      this.#reads.add({
        answer: () => {
          found = { answer: at(this.#connection) };
        },
        resolve: () => found && resolve(found.answer),
        ...this.#waiting(reject),
      });
    });
  }

  #waiting(reject: (error: unknown) => void): Pick<PendingRead, 'deadline' | 'refuse'> {
    return { deadline: performance.now() + this.#patience, refuse: (error) => reject(asUnavailable(error)) };
  }

  #refuseWhenClosed(): void {
    if (this.#closed !== undefined) throw new Unavailable('documents');
  }
}
