import type { Instant, Json, NewEvent } from '@strongroom/domain';
import type { AuditLog } from './audit-log.ts';

/** A stored document. `body` is the state; a repository computes all other fields from it. */
export type StoredDocument = Readonly<{
  id: string;
  /** 1 when inserted, one more with every replace. */
  version: number;
  /** Number of the body's format; older formats are upcast when read. */
  schema: number;
  /** Its position in lists. */
  position: Instant;
  /** Keys of the lists it is in. */
  keys: readonly string[];
  /** Keys that no other document of the collection may have. */
  uniqueKeys: readonly string[];
  body: Json;
}>;

export type Versioned = Readonly<{ id: string; version: number }>;

/**
 * One change of a commit. `replace` carries the new document, whose version is one more than the version it was decided
 * on; `remove` carries the version it was decided on. `expect` changes nothing: it names a document that the decision
 * depends on, and the version that was read.
 */
export type Change = Readonly<
  { collection: string } & (
    | { insert: StoredDocument }
    | { replace: StoredDocument }
    | { remove: Versioned }
    | { expect: Versioned }
  )
>;

/** Names one document, by id or by one of its unique keys. Compared byte by byte. */
export type Ref = Readonly<{ collection: string; id: string } | { collection: string; uniqueKey: string }>;

/** Documents with any of the keys and `from` ≤ position < `until`. */
export type Selection = Readonly<{ anyOf: readonly string[]; from?: Instant; until?: Instant }>;

/** The place of a document in a list. */
export type Position = Readonly<{ position: Instant; id: string }>;

/** A page of a list in order of (position, id). `after` excludes everything up to and including that place. */
export type Page = Readonly<{ limit: number; after?: Position; offset?: number; order?: 'newest' | 'oldest' }>;

/** Documents with a schema below `below`, in order of id. `after` excludes everything up to and including that id. */
export type OutdatedPage = Readonly<{ below: number; limit: number; after?: string }>;

/**
 * Tells a stored database from its copies. Every value of `parts` stays the same as long as the database does, on every
 * machine and over restarts. A copy at another place, such as a restored one, differs in at least one part. A part that
 * the store may not read is left out, and is then not compared.
 */
export type StorePlace = Readonly<{
  parts: Readonly<Record<string, string>>;
  /** Changes when a standby takes over, and when the database is restored to an earlier moment: a sign, and no proof. */
  timeline?: string;
  /** Whether the program that copied the database here says that it is a copy. */
  isRestored: boolean;
}>;

/** The documents of the refs of a `read`, in their order. */
export type ReadAnswer = readonly (StoredDocument | undefined)[];

/**
 * Documents with computed keys and conditional, atomic commits. Every promise has an id; packages/contract-tests holds
 * a test of that id for each.
 *
 * - [DS-01] A document read back is deeply equal to the committed one, even with unusual keys, Unicode, deep bodies and numbers up to ±(2^53−1).
 * - [DS-02] `read` returns documents in the order of its refs, `undefined` for a missing one, and an empty list for no refs.
 * - [DS-03] `read` finds by unique key, byte by byte: neither letter case, nor Unicode normalisation, nor trailing blanks are ignored.
 * - [DS-04] `read` reflects every commit that resolved before it was called.
 * - [DS-05] `read` returns one snapshot, never half of a commit.
 * - [DS-06] Ids and unique keys belong to their collection; equal ones in two collections do not conflict.
 * - [DS-07] A commit is all or nothing: if it throws, none of its changes is stored.
 * - [DS-08] Inserting an id that exists throws DuplicateKey with the key `id:<id>`.
 * - [DS-09] A replace of an older version, or of a missing document, throws VersionConflict with the document's id and changes nothing.
 * - [DS-10] A remove of an older version throws VersionConflict; a removed document is gone from reads, lists and counts, and its keys and id are free again.
 * - [DS-11] An insert or replace with a unique key of another document throws DuplicateKey with that key.
 * - [DS-12] A replace swaps keys and unique keys: the old ones no longer find it and are free, the new ones do. Within one commit a unique key may move from one document to another, whatever the order of the changes.
 * - [DS-13] Of concurrent commits that replace the same version, exactly one resolves.
 * - [DS-14] `list` returns each matching document once, even if it has several of the keys.
 * - [DS-15] `list` is ordered by (position, id), newest first by default, oldest first on request; ids in byte order, in the same direction as the position.
 * - [DS-16] `list` with `after` continues exactly after that place, even if documents were added, removed or changed meanwhile, or that document is gone.
 * - [DS-17] `list` skips `offset` documents and returns at most `limit`; `limit` 0 returns none.
 * - [DS-18] `from` is included, `until` is not.
 * - [DS-19] `count` is the number of different documents that `list` would return without a page.
 * - [DS-20] An empty `anyOf` matches nothing. Keys are compared whole and byte by byte: no prefix, no pattern.
 * - [DS-21] 200 keys in one selection, 200 refs in one read and 12 000 changes in one commit work.
 * - [DS-22] Changing an object that was passed in or returned changes nothing in the store.
 * - [DS-23] A commit may hold several changes of several collections; two changes of the same document are refused with TypeError and nothing is changed.
 * - [DS-24] An empty commit does nothing and resolves.
 * - [DS-25] `check` resolves while the store can serve; once it is closed, `check`, reads and commits reject with Unavailable.
 * - [DS-26] `outdated` returns every document of a collection with a schema below a number, whatever its keys, in byte order of ids, after `after`, at most `limit`.
 * - [DS-27] An `expect` of another version, or of a missing document, throws VersionConflict with the document's id and nothing is changed.
 * - [DS-28] An `expect` changes neither the version nor the keys nor the place of its document, and later changes are decided on the same version.
 * - [DS-29] Of two concurrent commits that each replace or remove the document that the other expects, exactly one resolves.
 * - [DS-30] Concurrent commits that expect the same version and change different documents all resolve.
 * - [DS-31] `count` with `atMost` is the smaller of that and the number of documents, and takes no longer however many more there are.
 * - [DS-32] `now` is the time of the server's clock, in whole milliseconds; a store without a server of its own has none.
 * - [DS-33] `place`, where a store has one, is the same after the store is opened again, whatever was committed.
 * - [DS-34] `evenOut`, where a store has one, never rejects, also for an answer of another store and once it is closed, and changes no later answer.
 * - [DS-35] After `evenOut`, where a store has one, a read has taken as many statements for documents in memory as for absent ones, also where it names a document several times.
 */
export interface DocumentStore {
  /** The log of the events that are committed with changes. */
  readonly audit: AuditLog;
  /** One round trip, one point in time. See DS-02 to DS-05. */
  read(refs: readonly Ref[]): Promise<ReadAnswer>;
  /**
   * Reads once more what `read` answered from memory, and drops it. Call it before something is answered as absent, with
   * the answers that the request got: its time then does not tell a hidden document in memory from an absent one. A store
   * that remembers no documents has none. Never rejects.
   */
  evenOut?: ((answers: readonly ReadAnswer[]) => Promise<void>) | undefined;
  list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]>;
  /** Stops at `atMost` where that is given. Without it the whole list may be walked. */
  count(collection: string, selection: Selection, atMost?: number): Promise<number>;
  /** Documents that an upgrade rewrites. May scan the collection; not called while requests are served. */
  outdated(collection: string, stretch: OutdatedPage): Promise<readonly StoredDocument[]>;
  /**
   * Stores changes and audit events, all or nothing, durable when it resolves. Throws VersionConflict or DuplicateKey, and
   * then nothing has changed. See `AuditLog` for the events.
   */
  commit(changes: readonly Change[], events?: readonly NewEvent[]): Promise<void>;
  /** The time of the server, a second clock beside that of this process. */
  now?: (() => Promise<Instant>) | undefined;
  /** By it a restored copy is recognised; a store without it recognises none. Throws Unavailable. */
  place?: (() => Promise<StorePlace>) | undefined;
  /** Rejects with Unavailable when the store cannot serve. */
  check(): Promise<void>;
  close(): Promise<void>;
}
