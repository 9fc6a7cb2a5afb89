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
import { type Attempt, Batcher, extraTimeFor, type Outcome, refuseMalformed } from '@strongroom/store-kit';
import { hexSha256, newSalts } from '@strongroom/store-kit/node';
import { PostgresqlAuditLog } from '../audit/postgresql-audit-log.ts';
import type { PostgresqlAddress } from '../connection/address.ts';
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.ts';
import { isInfrastructureError, isWriteRefusal, wasNotDone, wasTooLong } from '../connection/errors.ts';
import type { Sessions } from '../connection/sessions.ts';
import { answeredTogether } from '../connection/together.ts';
import { openDatabase, openTables, outagesOf, PROBE_STATEMENT } from '../opening/open.ts';
import { type CommitProgress, commitOnce, commitRowsOf } from './commits.ts';
import { countQueryOf, listQueryOf } from './lists.ts';
import { answerOutdated, walkOf } from './outdated.ts';
import { storePlaceOf } from './place.ts';
import { type DocumentLookup, type FoundDocuments, lookupOf, readAll } from './reads.ts';
import { RowDecoder } from './row-decoder.ts';
import { SharedCommits } from './shared-commits.ts';
import { SharedQueries } from './shared-queries.ts';

type PendingRead = Readonly<{ lookups: readonly DocumentLookup[]; attempt: Attempt }>;

const NOW = { text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now' };

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
const MAX_LOOKUPS = 500;

export type PostgresqlDocumentsOptions = Readonly<{
  /** For tests of the index of the audit log. */
  audit?: IndexedLogOptions;
}>;

/**
 * Opens the documents in a database of PostgreSQL, which any number of processes may share. Makes the schema `strongroom` if
 * it is missing. Throws PostgresqlUnusable when the database cannot serve as the store.
 */
export async function openPostgresqlDocuments(
  address: PostgresqlAddress,
  options: PostgresqlDocumentsOptions = {},
): Promise<PostgresqlDocumentStore> {
  return new PostgresqlDocumentStore(await openDatabase(address, 'documents'), options);
}

/**
 * Opens the documents to read them: makes and changes nothing, numbers no events, and refuses commits. Throws
 * PostgresqlUnusable when the database cannot serve as the store, or has no tables yet.
 */
export async function openPostgresqlToRead(
  address: PostgresqlAddress,
  options: PostgresqlDocumentsOptions = {},
): Promise<PostgresqlDocumentStore> {
  return new PostgresqlDocumentStore(await openTables(address, 'documents'), { ...options, isToRead: true });
}

type Opening = PostgresqlDocumentsOptions & Readonly<{ isToRead?: boolean }>;

/** False after the time of the whole call: the caller would not wait for a second try. */
const mayBeSentAgain = (error: unknown): boolean =>
  isInfrastructureError(error) && wasNotDone(error) && !wasTooLong(error) && !isWriteRefusal(error);

/**
 * Documents in one database of PostgreSQL. Reads that wait at the same time share a statement, and so do lists, equal counts,
 * and commits.
 */
export class PostgresqlDocumentStore implements DocumentStore {
  readonly #sessions: Sessions;
  readonly #isToRead: boolean;
  readonly #guard: CallGuard;
  readonly #decoder = new RowDecoder();
  readonly #queries: SharedQueries;
  readonly #reads: Batcher<PendingRead, FoundDocuments>;
  readonly #commits: SharedCommits;
  readonly audit: PostgresqlAuditLog;
  #closed: Promise<void> | undefined;

  /** The database behind `sessions` was examined and has its tables. */
  constructor(sessions: Sessions, { audit, isToRead = false }: Opening) {
    this.#sessions = sessions;
    this.#isToRead = isToRead;
    this.#queries = new SharedQueries(sessions, this.#decoder);
    this.#guard = new CallGuard('documents', outagesOf(sessions));
    const ask = <T>(call: (attempt: Attempt) => Promise<T>): Promise<T> =>
      this.#guard.run((attempt) => retryUntilDeadline(attempt, () => call(attempt)));
    this.audit = new PostgresqlAuditLog({ sessions, ask, isToRead }, audit);
    this.#reads = new Batcher({
      turn,
      serve: (calls) => this.#readTogether(calls),
      maxInFlight: MAX_IN_FLIGHT,
      maxSize: MAX_LOOKUPS,
      sizeOf: ({ lookups }) => lookups.length,
    });
    // Again while it is certain that nothing was done: after a deadlock, or without a connection.
    this.#commits = new SharedCommits(({ rows, attempt, progress }, isShared) =>
      retryUntilDeadline(attempt, () => commitOnce(sessions, rows, attempt, progress, isShared), mayBeSentAgain),
    );
  }

  async read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]> {
    const lookups = refs.map(lookupOf);
    return this.#guard.run(async (attempt) => {
      if (lookups.length === 0) return [];
      const reading = await retryUntilDeadline(attempt, () => this.#reads.add({ lookups, attempt }));
      return lookups.map((lookup) => reading.at(lookup));
    });
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    const query = listQueryOf(collection, selection, page);
    return this.#ask([], query, (asked, attempt) => this.#queries.list(asked, attempt));
  }

  async count(collection: string, selection: Selection, atMost?: number): Promise<number> {
    const query = countQueryOf(collection, selection, atMost);
    return this.#ask(0, query, (asked, attempt) => this.#queries.count(asked, attempt));
  }

  async outdated(collection: string, stretch: OutdatedPage): Promise<readonly StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (let walk = walkOf(collection, stretch); walk !== undefined; ) {
      // Each stride has its own deadline, because millions of upgraded documents may have to be skipped.
      const stride = await this.#ask({ documents: [], end: undefined }, walk, (asked) =>
        answerOutdated(this.#sessions, asked),
      );
      found.push(...stride.documents);
      const limit = stretch.limit - found.length;
      walk = stride.end === undefined || limit <= 0 ? undefined : { ...walk, after: stride.end, limit };
    }
    return found;
  }

  async commit(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    if (this.#isToRead || this.#closed !== undefined) throw new Unavailable('documents');
    refuseMalformed(changes);
    const rows = commitRowsOf(
      changes,
      events.map((event) => encodeEvent(event, newSalts(), hexSha256)),
    );
    const progress: CommitProgress = { maybeDone: false };
    await this.#guard.run(
      (attempt) => {
        // The rows alone: what a function names here stays in memory until the answer.
        if (rows.changes.length === 0 && rows.events.length === 0) return Promise.resolve();
        return this.#commits.run({ rows, attempt, progress });
      },
      () => progress.maybeDone,
      extraTimeFor(changes.length),
    );
    if (rows.events.length > 0) this.audit.onCommitted();
  }

  async now(): Promise<Instant> {
    const [row] = await this.#guard.run(() => this.#sessions.run(NOW));
    return instant(Number(row?.now));
  }

  place(): Promise<StorePlace> {
    return this.#guard.run((attempt) => retryUntilDeadline(attempt, () => storePlaceOf(this.#sessions)));
  }

  async check(): Promise<void> {
    this.#sessions.lookAtLogins();
    await this.#guard.run(() => this.#sessions.run(PROBE_STATEMENT));
  }

  close(): Promise<void> {
    this.audit.close();
    this.#guard.close();
    this.#sessions.close();
    this.#closed ??= Promise.resolve();
    return this.#closed;
  }

  #readTogether(calls: readonly PendingRead[]): Promise<readonly Outcome<FoundDocuments>[]> {
    return answeredTogether(calls, async (some) => {
      const lookups = some.flatMap((call) => call.lookups);
      const answer = await readAll(this.#sessions, this.#decoder, lookups);
      return some.map(() => answer);
    });
  }

  /** A query may be repeated, so it waits for a standby to become primary. */
  #ask<Q extends object, T>(
    nothing: T,
    query: Q | undefined,
    answer: (query: Q, attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    return this.#guard.run(async (attempt) =>
      query === undefined ? nothing : retryUntilDeadline(attempt, () => answer(query, attempt)),
    );
  }
}
