import { statSync } from 'node:fs';
import { resolve as absolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeEvent, type IndexedLogOptions } from '@strongroom/audit-log';
import type { NewEvent } from '@strongroom/domain';
import {
  type Change,
  type DocumentStore,
  type OutdatedPage,
  type Page,
  type ReadAnswer,
  type Ref,
  type Selection,
  type StoredDocument,
  type StorePlace,
  Unavailable,
} from '@strongroom/ports';
import { Batcher, backoffMs, type Outcome, refuseMalformed } from '@strongroom/store-kit';
import { hexSha256, newSalts } from '@strongroom/store-kit/node';
import { endOfTurn } from '../runtime/turn.ts';
import { isBusy } from '../sqlite/result-codes.ts';
import { SqliteAuditLog } from './sqlite-audit-log.ts';
import { sqliteAuditStorage } from './sqlite-audit-storage.ts';
import { encodeChange } from './sqlite-change.ts';
import type { Connection } from './sqlite-connection.ts';
import type { CountInProgress } from './sqlite-counts.ts';
import { asUnavailable } from './sqlite-errors.ts';
import { makeDatabase, openDatabase, openReadOnly } from './sqlite-file.ts';
import { commitTogether, type StoreCommit } from './sqlite-group-commit.ts';
import { answerCount, answerCountUpTo, answerList, countQuestion, listQuestion, recallList } from './sqlite-lists.ts';
import { answerOutdated, outdatedQuestion } from './sqlite-outdated.ts';
import { placeBeside, readPlaceBeside } from './sqlite-place.ts';
import { evenOut, lookUpAll, lookupOf, readTogether, recallDocuments, type WaitingRead } from './sqlite-reads.ts';
import type { Counters } from './sqlite-statement.ts';
import { isShort, type ListWalk, strideOf, walkOf } from './sqlite-strides.ts';
import { ListWalks } from './sqlite-walks.ts';

export type SqliteDocumentsOptions = Readonly<{
  /** The database file; created, with its folder, if it does not exist. */
  path: string;
  /** Milliseconds a call waits for the locks of other processes before it throws Unavailable; 4000 by default. */
  deadlineMs?: number;
  /** For tests of the index of the audit log. */
  audit?: IndexedLogOptions;
}>;

const DEADLINE_MS = 4000;
/** Short at first, because locks are held for a few milliseconds; longer when it lasts, because a try may block the event loop. */
const LOCK_BACKOFF = { firstMs: 3, maxMs: 25 };

/**
 * Opens the documents in an SQLite file, which several processes may share. Throws StoreUnusable when the file cannot
 * serve as the store, and Unavailable when other processes keep it locked for longer than `deadlineMs`.
 */
export const openSqliteDocuments = async (options: SqliteDocumentsOptions): Promise<SqliteDocumentStore> => {
  const { deadlineMs = DEADLINE_MS } = options;
  const path = absolute(options.path);
  const until = performance.now() + deadlineMs;
  await makeDatabase(path);
  for (let tries = 1; ; tries += 1) {
    try {
      return new SqliteDocumentStore(openDatabase(path), path, { deadlineMs, ...options });
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= until) throw asUnavailable(error);
    }
    await pause(backoffMs(tries, LOCK_BACKOFF));
  }
};

/**
 * Opens the documents to read them, and changes nothing in their folder. Commits are refused. Throws StoreUnusable when the
 * file cannot be read so.
 */
export const openSqliteToRead = ({ path }: Readonly<{ path: string }>): SqliteDocumentStore =>
  new SqliteDocumentStore(openReadOnly(absolute(path)), absolute(path), { isToRead: true });

/** A call that waits to be served. `deadline` is a time of `performance.now()`. */
type Pending<Work> = Readonly<{ work: Work; deadline: number }>;

/** A read that waits to be served, and its answer afterwards. */
class Look<T> implements WaitingRead {
  readonly #read: (connection: Connection) => T;
  readonly #fromMemory: ((connection: Connection) => T | undefined) | undefined;
  #found: Readonly<{ answer: T }> | undefined;

  /** `fromMemory`: the answer, if it is known; asked first. */
  constructor(read: (connection: Connection) => T, fromMemory?: (connection: Connection) => T | undefined) {
    this.#read = read;
    this.#fromMemory = fromMemory;
  }

  get isRecallable(): boolean {
    return this.#fromMemory !== undefined;
  }

  recall(connection: Connection): boolean {
    const answer = this.#fromMemory?.(connection);
    if (answer !== undefined) this.#found = { answer };
    return answer !== undefined;
  }

  run(connection: Connection): void {
    this.#found = { answer: this.#read(connection) };
  }

  get answer(): T {
    if (this.#found === undefined) throw new TypeError('a read was served without being run');
    return this.#found.answer;
  }
}

type Opening = Omit<SqliteDocumentsOptions, 'path'> & Readonly<{ isToRead?: boolean }>;

/** Documents in one SQLite file. Commits of one turn of the event loop share a transaction, and so do reads. */
export class SqliteDocumentStore implements DocumentStore {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #file: number;
  readonly #walks: ListWalks;
  readonly #deadlineMs: number;
  readonly #isToRead: boolean;
  readonly audit: SqliteAuditLog;
  readonly #commits: Batcher<Pending<StoreCommit>, unknown>;
  readonly #reads: Batcher<Pending<WaitingRead>, unknown>;
  #closed: Promise<void> | undefined;

  /** `deadlineMs` as in the options of `openSqliteDocuments`. */
  constructor(connection: Connection, path: string, { deadlineMs = DEADLINE_MS, audit, isToRead = false }: Opening) {
    this.#isToRead = isToRead;
    this.#connection = connection;
    this.#path = path;
    this.#deadlineMs = deadlineMs;
    this.#file = statSync(path).ino;
    this.#walks = new ListWalks((at) => this.#look(at), deadlineMs);
    const retry = {
      shouldRetry: (error: unknown, call: Pending<unknown>) => isBusy(error) && performance.now() < call.deadline,
      pause: (failures: number) => {
        connection.counters.retries += 1;
        return pause(backoffMs(failures, LOCK_BACKOFF));
      },
    };
    const batcher = <Work>(serve: (connection: Connection, works: readonly Work[]) => readonly Outcome<unknown>[]) =>
      new Batcher<Pending<Work>, unknown>({
        turn: endOfTurn,
        retry,
        errorOf: (error) => asUnavailable(error),
        serve: (calls) =>
          serve(
            connection,
            calls.map(({ work }) => work),
          ),
      });
    const storage = sqliteAuditStorage(
      (read) => this.#look(read),
      (write) => this.#served(this.#commits, { changes: [], events: [], write }),
    );
    this.audit = new SqliteAuditLog(storage, audit);
    this.#commits = batcher((shared, commits) => commitTogether(shared, commits, (added) => this.audit.onAdded(added)));
    this.#reads = batcher(readTogether);
  }

  /** Counts of work since the database was opened. */
  get counters(): Readonly<Counters> {
    return this.#connection.counters;
  }

  read(refs: readonly Ref[]): Promise<ReadAnswer> {
    const lookups = refs.map(lookupOf);
    return this.#look(
      (connection) => lookUpAll(connection, lookups),
      (connection) => recallDocuments(connection, lookups),
    );
  }

  /** One answer a turn: each may have many documents. Other reads and commits end their transaction within theirs. */
  async evenOut(answers: readonly ReadAnswer[]): Promise<void> {
    for (const answer of answers) {
      await endOfTurn();
      if (this.#closed === undefined) this.#evenOut(answer);
    }
  }

  #evenOut(answer: ReadAnswer): void {
    try {
      evenOut(this.#connection, answer);
    } catch {
      // A lock of another process, or an unusable file: the answer does not depend on what is read here.
      this.#connection.rollback();
    }
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    if (page.limit > 0 && (page.offset ?? 0) > strideOf(selection))
      return this.#listFrom({ ...page }, walkOf(collection, selection, page));
    const question = listQuestion(collection, selection, page);
    if (question === undefined) return this.#look(() => []);
    return this.#look(
      (connection) => answerList(connection, question),
      (connection) => recallList(connection, question),
    );
  }

  async count(collection: string, selection: Selection, atMost?: number): Promise<number> {
    if (atMost !== undefined) {
      const walk = walkOf(collection, selection, {});
      return isShort(walk, atMost) ? this.#countAtOnce(atMost, walk) : this.#countUpTo(Math.max(atMost, 0), walk);
    }
    const question = countQuestion(collection, selection);
    if (question === undefined) return this.#look(() => 0);
    return this.#look(
      (connection) => answerCount(connection, question),
      ({ counts }) => counts.recall(question.collection, question.selection),
    );
  }

  async outdated(collection: string, stretch: OutdatedPage): Promise<readonly StoredDocument[]> {
    const question = outdatedQuestion(collection, stretch);
    return this.#look((connection) => answerOutdated(connection, question));
  }

  async commit(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    this.#refuseWhenClosed();
    refuseMalformed(changes);
    const recorded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
    const { cache } = this.#connection;
    const texts = changes.map((change) => encodeChange(change, (collection, id) => cache.byId(collection, id)));
    if (texts.length > 0 || recorded.length > 0)
      await this.#served(this.#commits, { changes: texts, events: recorded });
  }

  async place(): Promise<StorePlace> {
    this.#refuseWhenClosed();
    return this.#isToRead ? readPlaceBeside(this.#path) : placeBeside(this.#path);
  }

  async check(): Promise<void> {
    await this.#look((connection) => connection.sql('SELECT 1 FROM documents LIMIT 1').row());
    // SQLite keeps writing to a file that was moved away or replaced, and those writes are lost.
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#file) throw new Unavailable('documents');
  }

  close(): Promise<void> {
    this.#closed ??= this.audit
      .idle()
      .then(() => Promise.all([this.#commits.idle(), this.#reads.idle()]))
      .then(() => this.#connection.close());
    return this.#closed;
  }

  /** A list whose offset takes several statements to pass. */
  async #listFrom({ offset = 0, ...page }: Page, walk: ListWalk): Promise<readonly StoredDocument[]> {
    const { last } = await this.#walks.pass(walk, offset);
    return last === undefined ? [] : this.list(walk.collection, walk.selection, { ...page, after: last });
  }

  #countAtOnce(atMost: number, { collection, selection }: ListWalk): Promise<number> {
    return this.#look(
      (connection) => answerCountUpTo(connection, collection, selection, atMost),
      ({ counts }) => counts.recallUpTo(collection, selection, atMost),
    );
  }

  async #countUpTo(atMost: number, walk: ListWalk): Promise<number> {
    const { collection, selection } = walk;
    const known = await this.#look<number | CountInProgress>(
      (connection) => connection.counts.upTo(connection, collection, selection, atMost),
      ({ counts }) => counts.recallUpTo(collection, selection, atMost),
    );
    if (typeof known === 'number') return known;
    const { passed, last } = await this.#walks.pass(walk, atMost).catch((error: unknown) => {
      this.#connection.counts.abandon(known);
      throw error;
    });
    const found = { found: passed, isFloor: last !== undefined || atMost === 0 };
    await this.#look((connection) => connection.counts.settle(connection, known, found));
    return passed;
  }

  /** `fromMemory` as for `Look`. */
  #look<T>(read: (connection: Connection) => T, fromMemory?: (connection: Connection) => T | undefined): Promise<T> {
    return this.#served(this.#reads, new Look(read, fromMemory));
  }

  /** Not an async function, and none of its callers: each would be one more turn of promises for every read. */
  #served<T>(reads: Batcher<Pending<WaitingRead>, unknown>, work: Look<T>): Promise<T>;
  #served(commits: Batcher<Pending<StoreCommit>, unknown>, work: StoreCommit): Promise<void>;
  #served<Work>(batcher: Batcher<Pending<Work>, unknown>, work: Work): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(new Unavailable('documents'));
    return batcher.add({ work, deadline: performance.now() + this.#deadlineMs });
  }

  #refuseWhenClosed(): void {
    if (this.#closed !== undefined) throw new Unavailable('documents');
  }
}
