import { setImmediate as turn } from 'node:timers/promises';
import { encodeEvent, type IndexedLogOptions } from '@strongroom/audit-log';
import { type Instant, instant, type NewEvent } from '@strongroom/domain';
import {
  type Change,
  type DocumentStore,
  type OutdatedPage,
  type Page,
  type Ref,
  type Selection,
  type StoredDocument,
  type StorePlace,
  Unavailable,
} from '@strongroom/ports';
import { answeredTogether, Batcher, extraTimeFor, type Outcome, refuseMalformed } from '@strongroom/store-kit';
import { hexSha256, newSalts } from '@strongroom/store-kit/node';
import {
  AUDIT_COLLECTION,
  AUDIT_INDEXES,
  BLOCKS_COLLECTION,
  LOG_COLLECTION,
  POSTING_INDEXES,
  POSTINGS_COLLECTION,
  TILES_COLLECTION,
} from '../audit/layout.ts';
import { MongoAuditLog } from '../audit/mongo-audit-log.ts';
import { type Attempt, CallGuard, longestOf } from '../connection/call-guard.ts';
import type { MongoIndex } from '../connection/indexes.ts';
import type { MongoAddress, MongoConnection } from '../connection/mongo-connection.ts';
import { isInfrastructureError, wasNotSent } from '../connection/mongo-errors.ts';
import { openDatabase } from '../connection/open.ts';
import { retryUntilDeadline } from '../connection/retry.ts';
import { AbandonedTransactions } from './abandoned.ts';
import { charactersOf } from './batches.ts';
import { DocumentFinder } from './finder.ts';
import { DOCUMENTS_COLLECTION, INDEXES, type MongoCollection } from './layout.ts';
import { answerCount, answerList, listQueryOf } from './lists.ts';
import { answerOutdated, walkOf } from './outdated.ts';
import { storePlaceOf } from './place.ts';
import { probeCommits, readProbe } from './probes.ts';
import { type DocumentLookup, type FoundDocuments, lookupOf, readAll } from './reads.ts';
import { SharedCommits } from './shared-commits.ts';
import { SharedQueries } from './shared-queries.ts';
import { insertTogether, type PendingInsert, writeAlone } from './single-writes.ts';
import { type CommitProgress, commitAll } from './transaction.ts';
import { type DocumentWrite, recordOf, writeOf } from './writes.ts';

type PendingRead = Readonly<{ lookups: readonly DocumentLookup[]; attempt: Attempt }>;

/** Maximum number of commands of one kind in flight; measured figures are in ADR 0013. */
const MAX_IN_FLIGHT = 2;
const MAX_LOOKUPS = 500;
const MAX_INSERTED_CHARACTERS = 4_000_000;

/**
 * Opens the documents in a database of a MongoDB replica set, which any number of processes may share. Creates missing
 * collections and indexes. Throws MongoUnusable when the database cannot serve as the store.
 */
export async function openMongoDocuments(
  address: MongoAddress,
  options: MongoDocumentsOptions = {},
): Promise<MongoDocumentStore> {
  return new MongoDocumentStore(await openDatabase(address, 'documents', STORE_INDEXES), options);
}

/**
 * Opens the documents to read them: makes and changes nothing, numbers no events, and refuses commits. Throws MongoUnusable
 * when the database cannot serve as the store.
 */
export async function openMongoToRead(
  address: MongoAddress,
  options: MongoDocumentsOptions = {},
): Promise<MongoDocumentStore> {
  return new MongoDocumentStore(await openDatabase(address, 'documents', []), { ...options, isToRead: true });
}

export type MongoDocumentsOptions = Readonly<{
  /** For tests of the index of the audit log. */
  audit?: IndexedLogOptions;
}>;

type Opening = MongoDocumentsOptions & Readonly<{ isToRead?: boolean }>;

/** The collections of a new store, and their indexes. */
export const STORE_INDEXES: readonly (readonly [collection: string, indexes: readonly MongoIndex[]])[] = [
  [DOCUMENTS_COLLECTION, INDEXES],
  [AUDIT_COLLECTION, AUDIT_INDEXES],
  [POSTINGS_COLLECTION, POSTING_INDEXES],
  [BLOCKS_COLLECTION, []],
  [TILES_COLLECTION, []],
  [LOG_COLLECTION, []],
];

/** Documents in one database of MongoDB. Concurrent reads share a command, and so do concurrent inserts. */
export class MongoDocumentStore implements DocumentStore {
  readonly #connection: MongoConnection;
  readonly #finder: DocumentFinder;
  readonly #isToRead: boolean;
  readonly #reading: CallGuard;
  readonly #committing: CallGuard;
  readonly #reads: Batcher<PendingRead, FoundDocuments>;
  readonly #lists: SharedQueries<readonly StoredDocument[]>;
  readonly #counts: SharedQueries<number>;
  readonly #inserts: Readonly<Record<MongoCollection, Batcher<PendingInsert, void>>>;
  readonly #abandoned: AbandonedTransactions;
  readonly #transactions: SharedCommits;
  readonly audit: MongoAuditLog;
  #closed: Promise<void> | undefined;

  /** The database behind `connection` was examined and has its indexes. */
  constructor(connection: MongoConnection, { audit, isToRead = false }: Opening) {
    this.#connection = connection;
    this.#finder = new DocumentFinder(connection);
    this.#isToRead = isToRead;
    this.#reading = new CallGuard(
      'documents',
      connection.outage(() => connection.run(readProbe(connection))),
    );
    this.#committing = new CallGuard(
      'documents',
      connection.outage(() => probeCommits(connection)),
    );
    this.#abandoned = new AbandonedTransactions(connection);
    this.#transactions = new SharedCommits(({ writes, ...call }, manner) =>
      commitAll({ connection, ...call }, writes, manner),
    );
    const ask = <T>(call: (attempt: Attempt) => Promise<T>): Promise<T> =>
      this.#reading.run((attempt) =>
        this.#abandoned.abortWhile(() => retryUntilDeadline(attempt, () => call(attempt))),
      );
    this.audit = new MongoAuditLog({ connection, ask, isToRead }, audit);
    this.#reads = new Batcher({
      turn,
      serve: (calls) => this.#readTogether(calls),
      maxInFlight: MAX_IN_FLIGHT,
      maxSize: MAX_LOOKUPS,
      sizeOf: ({ lookups }) => lookups.length,
    });
    this.#lists = new SharedQueries((query, attempt) => answerList(this.#finder, query, attempt), MAX_IN_FLIGHT);
    this.#counts = new SharedQueries((query, attempt) => answerCount(connection, query, attempt), MAX_IN_FLIGHT);
    const inserts = (mongoCollection: MongoCollection) =>
      new Batcher<PendingInsert, void>({
        turn,
        serve: (calls) => insertTogether(connection, mongoCollection, calls),
        maxInFlight: MAX_IN_FLIGHT,
        maxSize: MAX_INSERTED_CHARACTERS,
        sizeOf: ({ write }) => charactersOf(write) + 1000,
        isAbandoned: ({ isOver }) => isOver(),
      });
    this.#inserts = { documents: inserts('documents'), audit: inserts('audit') };
  }

  async read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]> {
    if (refs.length === 0) return this.#reading.run(async () => []);
    const lookups = refs.map(lookupOf);
    const reading = await this.#reading.run((attempt) =>
      retryUntilDeadline(attempt, () => this.#reads.add({ lookups, attempt })),
    );
    return lookups.map((lookup) => reading.at(lookup));
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    const query = listQueryOf(collection, selection, page);
    return this.#ask(async (attempt) => (query === undefined ? [] : [...(await this.#lists.ask(query, attempt))]));
  }

  async count(collection: string, selection: Selection, atMost?: number): Promise<number> {
    const page = atMost === undefined ? undefined : { limit: atMost };
    const query = listQueryOf(collection, selection, page);
    return this.#ask(async (attempt) => (query === undefined ? 0 : this.#counts.ask(query, attempt)));
  }

  async outdated(collection: string, stretch: OutdatedPage): Promise<readonly StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (let walk = walkOf(collection, stretch); walk !== undefined; ) {
      // Each stride has its own deadline, because millions of upgraded documents may have to be skipped.
      const here = walk;
      const stride = await this.#ask((attempt) => answerOutdated(this.#connection, here, attempt));
      found.push(...stride.documents);
      const limit = stretch.limit - found.length;
      walk = stride.end === undefined || limit <= 0 ? undefined : { ...walk, after: stride.end, limit };
    }
    return found;
  }

  async commit(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    if (this.#isToRead || this.#closed !== undefined) throw new Unavailable('documents');
    refuseMalformed(changes);
    const recorded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
    const writes = [...changes.map(writeOf), ...recorded.map(recordOf)];
    const progress: CommitProgress = { maybeDone: false };
    await this.#committing.run(
      (attempt) => this.#abandoned.abortWhile(() => this.#commit(writes, attempt, progress)),
      () => progress.maybeDone,
      extraTimeFor(writes.length),
    );
    if (recorded.length > 0) this.audit.onCommitted(recorded);
  }

  async now(): Promise<Instant> {
    const { localTime } = await this.#reading.run(() => this.#connection.admin({ hello: 1 }));
    if (!(localTime instanceof Date)) throw new TypeError('the server did not tell its time');
    return instant(localTime.getTime());
  }

  place(): Promise<StorePlace> {
    return this.#ask(() => storePlaceOf(this.#connection));
  }

  async check(): Promise<void> {
    await this.#reading.run(() => this.#connection.run(readProbe(this.#connection)));
    // Reads may succeed although no majority confirms writes, or the disk is full.
    if (this.#committing.isDown) throw new Unavailable('documents');
  }

  close(): Promise<void> {
    this.audit.close();
    this.#reading.close();
    this.#committing.close();
    this.#closed ??= this.#connection.close();
    return this.#closed;
  }

  async #commit(writes: readonly DocumentWrite[], attempt: Attempt, progress: CommitProgress): Promise<void> {
    const [only] = writes;
    if (only === undefined) return undefined;
    const connection = this.#connection;
    if (writes.length > 1) return this.#transactions.run({ writes, attempt, progress });
    const once =
      only.kind === 'insert' || only.kind === 'record'
        ? () => this.#insertWithOthers(only, attempt, progress)
        : async () => {
            progress.maybeDone = true;
            await writeAlone(connection, only);
          };
    return retryUntilDeadline(
      attempt,
      () =>
        once().catch((error: unknown) => {
          if (wasNotSent(error) || !isInfrastructureError(error)) progress.maybeDone = false;
          throw error;
        }),
      wasNotSent,
    );
  }

  #insertWithOthers(write: DocumentWrite, attempt: Attempt, progress: CommitProgress): Promise<void> {
    const onSent = (): void => {
      progress.maybeDone = true;
    };
    return this.#inserts[write.mongoCollection].add({ write, onSent, isOver: () => attempt.isOver() });
  }

  #readTogether(calls: readonly PendingRead[]): Promise<readonly Outcome<FoundDocuments>[]> {
    const read = async (some: readonly PendingRead[]) => {
      const lookups = some.flatMap((call) => call.lookups);
      const answer = await readAll(this.#finder, lookups, longestOf(some));
      return some.map(() => answer);
    };
    return answeredTogether(calls, read, (error) => !isInfrastructureError(error));
  }

  /** A query may be repeated, so it waits for the election of a primary. */
  #ask<T>(answer: (attempt: Attempt) => Promise<T>): Promise<T> {
    return this.#reading.run((attempt) => retryUntilDeadline(attempt, () => answer(attempt)));
  }
}
