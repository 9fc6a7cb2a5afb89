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
import { again } from '../connection/again.ts';
import type { MongoAddress, MongoConnection } from '../connection/mongo-connection.ts';
import { isWorldly, wasNotSent } from '../connection/mongo-errors.ts';
import { openDatabase } from '../connection/open.ts';
import { type Attempt, Serving } from '../connection/serving.ts';
import { AbandonedTransactions } from './abandoned.ts';
import { refuseMalformed } from './changes.ts';
import { Groups } from './groups.ts';
import { INDEXES } from './indexes.ts';
import { insertTogether, type PendingInsert } from './inserts.ts';
import { SHELVES, type Shelf } from './layout.ts';
import { answerCount, answerList, questionOf } from './lists.ts';
import { answerOutdated, walkOf } from './outdated.ts';
import { probeCommits, readProbe } from './probes.ts';
import { type Lookup, lookupOf, type Reading, readAll } from './reads.ts';
import { writeAlone } from './single-write.ts';
import { commitAll, type Knowledge } from './transaction.ts';
import { type Write, writeOf } from './writes.ts';

type PendingRead = Readonly<{
  lookups: readonly Lookup[];
  attempt: Attempt;
  resolve: (reading: Reading) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Opens the documents in a database of a MongoDB replica set, which any number of processes may share. Makes collections
 * and indexes where they are missing. Throws MongoUnusable when the database cannot serve as the store.
 */
export async function openMongoDocuments(address: MongoAddress): Promise<MongoDocumentStore> {
  const shelves = SHELVES.map((shelf) => [shelf, INDEXES] as const);
  return new MongoDocumentStore(await openDatabase(address, 'documents', shelves));
}

/** Documents in one database of MongoDB. Calls that wait at the same time are served together: see `Groups`. */
export class MongoDocumentStore implements DocumentStore {
  readonly #connection: MongoConnection;
  readonly #reading: Serving;
  readonly #committing: Serving;
  readonly #reads: Groups<PendingRead>;
  readonly #inserts: Readonly<Record<Shelf, Groups<PendingInsert>>>;
  readonly #abandoned: AbandonedTransactions;
  #closed: Promise<void> | undefined;

  /** `connection` leads to a database that was examined and has its indexes. */
  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#reading = new Serving(
      'documents',
      connection.outage(() => connection.run(readProbe(connection))),
    );
    this.#committing = new Serving(
      'documents',
      connection.outage(() => probeCommits(connection)),
    );
    this.#abandoned = new AbandonedTransactions(connection);
    this.#reads = new Groups({
      serve: (calls) => this.#readTogether(calls),
      atOnce: 2,
      most: 500,
      size: ({ lookups }) => lookups.length,
    });
    const inserts = (shelf: Shelf) =>
      new Groups<PendingInsert>({
        serve: (calls) => insertTogether(connection, shelf, calls),
        atOnce: 2,
        most: 4_000_000,
        size: ({ write }) => ('row' in write ? write.row.body.length + 2000 : 0),
      });
    this.#inserts = { documents: inserts('documents'), events: inserts('events') };
  }

  async read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]> {
    const lookups = refs.map(lookupOf);
    return this.#reading.within(async (attempt) => {
      if (lookups.length === 0) return [];
      const reading = await again(attempt, () => this.#readWithOthers(lookups, attempt));
      return lookups.map((lookup) => reading.at(lookup));
    });
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    const question = questionOf(collection, selection, page);
    return this.#ask([], question, answerList);
  }

  async count(collection: string, selection: Selection, atMost?: number): Promise<number> {
    const page = atMost === undefined ? undefined : { limit: atMost };
    return this.#ask(0, questionOf(collection, selection, page), answerCount);
  }

  async outdated(collection: string, stretch: Stretch): Promise<readonly StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (let walk = walkOf(collection, stretch); walk !== undefined; ) {
      // Each stride has a deadline of its own: what was rewritten before may be millions, and is walked over again.
      const stride = await this.#ask({ documents: [], end: undefined }, walk, answerOutdated);
      found.push(...stride.documents);
      const limit = stretch.limit - found.length;
      walk = stride.end === undefined || limit <= 0 ? undefined : { ...walk, after: stride.end, limit };
    }
    return found;
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.#refuseWhenClosed();
    refuseMalformed(changes);
    const writes = changes.map(writeOf);
    const knowledge: Knowledge = { maybeDone: false };
    await this.#committing.within(
      (attempt) => this.#abandoned.outOfTheWayOf(() => this.#commit(writes, attempt, knowledge)),
      () => knowledge.maybeDone,
    );
  }

  async check(): Promise<void> {
    await this.#reading.within(() => this.#connection.run(readProbe(this.#connection)));
    // Reads may go well where no majority confirms a write, or the disk is full.
    if (this.#committing.isDown) throw new Unavailable('documents');
  }

  close(): Promise<void> {
    this.#reading.close();
    this.#committing.close();
    this.#closed ??= this.#connection.close();
    return this.#closed;
  }

  async #commit(writes: readonly Write[], attempt: Attempt, knowledge: Knowledge): Promise<void> {
    const [only] = writes;
    if (only === undefined) return undefined;
    const connection = this.#connection;
    if (writes.length > 1) return commitAll({ connection, attempt, knowledge }, writes);
    const once =
      only.kind === 'insert'
        ? () => this.#insertWithOthers(only, attempt, knowledge)
        : async () => {
            knowledge.maybeDone = true;
            await writeAlone(connection, only);
          };
    return again(
      attempt,
      () =>
        once().catch((error: unknown) => {
          if (wasNotSent(error) || !isWorldly(error)) knowledge.maybeDone = false;
          throw error;
        }),
      wasNotSent,
    );
  }

  #insertWithOthers(write: Write, attempt: Attempt, knowledge: Knowledge): Promise<void> {
    return new Promise((resolve, reject) => {
      const onSent = (): void => {
        knowledge.maybeDone = true;
      };
      this.#inserts[write.shelf].add({ write, resolve, reject, onSent, isOver: attempt.isOver });
    });
  }

  #readWithOthers(lookups: readonly Lookup[], attempt: Attempt): Promise<Reading> {
    return new Promise((resolve, reject) => this.#reads.add({ lookups, attempt, resolve, reject }));
  }

  async #readTogether(calls: readonly PendingRead[]): Promise<void> {
    const left = (): number => Math.max(...calls.map(({ attempt }) => attempt.left()));
    try {
      const reading = await readAll(
        this.#connection,
        calls.flatMap(({ lookups }) => lookups),
        { left },
      );
      for (const { resolve } of calls) resolve(reading);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  /** What only looks may be repeated, so the election of a primary is waited for. */
  #ask<Q, T>(
    nothing: T,
    question: Q | undefined,
    answer: (connection: MongoConnection, question: Q, attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    return this.#reading.within(async (attempt) =>
      question === undefined ? nothing : again(attempt, () => answer(this.#connection, question, attempt)),
    );
  }

  #refuseWhenClosed(): void {
    if (this.#closed !== undefined) throw new Unavailable('documents');
  }
}
