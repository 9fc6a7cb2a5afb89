import type { Instant, Json } from '@strongroom/domain';

/** A document as it is stored. `body` is the state; everything else is computed from it by a repository. */
export type StoredDocument = Readonly<{
  id: string;
  /** 1 when inserted, one more with every replace. */
  version: number;
  /** Number of the body's shape; older shapes are upcast when read. */
  schema: number;
  /** Where it stands in lists. */
  position: Instant;
  /** What it can be listed by. */
  keys: readonly string[];
  /** What no other document of the collection may carry. */
  uniqueKeys: readonly string[];
  body: Json;
}>;

export type Versioned = Readonly<{ id: string; version: number }>;

/**
 * One change of a commit. `replace` carries the new document, whose version is one more than the version it was decided
 * on; `remove` carries the version it was decided on. `expect` changes nothing: it names a document that the decision
 * rests on, and the version that was read.
 */
export type Change = Readonly<
  { collection: string } & (
    | { insert: StoredDocument }
    | { replace: StoredDocument }
    | { remove: Versioned }
    | { expect: Versioned }
  )
>;

/** The one collection that is only inserted into and listed. A store may keep it apart from the others. */
export const APPEND_ONLY_COLLECTION = 'events';

/** Names one document, by id or by one of its unique keys. Compared byte by byte. */
export type Ref = Readonly<{ collection: string; id: string } | { collection: string; uniqueKey: string }>;

/** Documents that carry any of the keys, with `from` ≤ position < `until`. */
export type Selection = Readonly<{ anyOf: readonly string[]; from?: Instant; until?: Instant }>;

/** The place of a document in a list. */
export type Position = Readonly<{ position: Instant; id: string }>;

/** A stretch of a list in order of (position, id). `after` leaves out everything up to and including that place. */
export type Page = Readonly<{ limit: number; after?: Position; offset?: number; order?: 'newest' | 'oldest' }>;

/** Documents of schemas below `below`, in order of their ids. `after` leaves out everything up to and including that id. */
export type Stretch = Readonly<{ below: number; limit: number; after?: string }>;

/**
 * Documents with computed keys and conditional, atomic commits. Every promise has an id; packages/contract-tests holds
 * a test of that id for each.
 *
 * - [DS-01] A document read back is deeply equal to what was committed, also with odd keys, unicode, deep bodies and numbers up to ±(2^53−1).
 * - [DS-02] `read` answers in the order of its refs, `undefined` where there is nothing; no refs is an empty answer.
 * - [DS-03] `read` finds by unique key, byte by byte: neither letter case, nor Unicode normalisation, nor trailing blanks are ignored.
 * - [DS-04] `read` reflects every commit that resolved before it was called.
 * - [DS-05] `read` shows one point in time: never half of a commit.
 * - [DS-06] Ids and unique keys count per collection; the same in two collections do not meet.
 * - [DS-07] A commit is all or nothing: when it throws, no change of it is there.
 * - [DS-08] Inserting an id that exists throws DuplicateKey with the key `id:<id>`.
 * - [DS-09] A replace decided on an older version throws VersionConflict naming the document, and changes nothing; so does one of a document that is not there.
 * - [DS-10] A remove decided on an older version throws VersionConflict likewise; a removed document is gone from reads, lists and counts, and its keys and id are free again.
 * - [DS-11] A unique key taken by another document throws DuplicateKey naming the key, for inserts and replaces.
 * - [DS-12] A replace swaps keys and unique keys: the old ones no longer find it and are free, the new ones do. Within one commit a unique key may move from one document to another, whatever the order of the changes.
 * - [DS-13] Of many commits at the same time that replace the same version, exactly one resolves.
 * - [DS-14] `list` returns each matching document once, however many of the keys it carries.
 * - [DS-15] `list` is ordered by (position, id), newest first by default, oldest first where asked; ids in byte order, in the same direction as the position.
 * - [DS-16] `list` with `after` goes on exactly behind that place, also when documents came, went or changed meanwhile, and when the place itself is gone.
 * - [DS-17] `list` with `offset` skips that many; with `limit` it returns at most that many; `limit` 0 is empty.
 * - [DS-18] `from` is included, `until` is not.
 * - [DS-19] `count` is the number of different documents that `list` would return without a page.
 * - [DS-20] An empty `anyOf` matches nothing. Keys are compared whole and byte by byte: no prefix, no pattern.
 * - [DS-21] 200 keys in one selection, 200 refs in one read and 12 000 changes in one commit work.
 * - [DS-22] What was passed in or handed out is the caller's: changing it later changes nothing in the store.
 * - [DS-23] One commit may hold several changes of one collection and of several; two changes of the same document in one commit are refused (TypeError) and nothing is changed.
 * - [DS-24] An empty commit does nothing and resolves.
 * - [DS-25] `check` resolves while the store can serve and rejects with Unavailable once it is closed; so do reads and commits then.
 * - [DS-26] `outdated` finds every document of a collection whose schema is below a number, whatever keys it carries, in byte order of ids, behind `after`, at most `limit`.
 * - [DS-27] An `expect` of another version, or of a document that is not there, throws VersionConflict naming the document, and nothing is changed.
 * - [DS-28] An `expect` changes nothing of its document: the version, the keys and the place in lists stay, and later changes are decided on the same version.
 * - [DS-29] Of two commits at the same time that each replace or remove the document that the other expects, exactly one resolves.
 * - [DS-30] Commits at the same time that expect the same version and otherwise change different documents all resolve.
 * - [DS-31] `count` with `atMost` is the smaller of that and the number of documents, and takes no longer however many more there are.
 */
export interface DocumentStore {
  /** One round trip, one point in time. See DS-02 to DS-05. */
  read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]>;
  list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]>;
  /** Stops at `atMost` where that is given. Without it the whole list may be walked. */
  count(collection: string, selection: Selection, atMost?: number): Promise<number>;
  /** What an upgrade has to write anew. It may look at the whole collection; nothing asks for it while requests are served. */
  outdated(collection: string, stretch: Stretch): Promise<readonly StoredDocument[]>;
  /** All or nothing, durable when it resolves. Throws VersionConflict or DuplicateKey, and then nothing has changed. */
  commit(changes: readonly Change[]): Promise<void>;
  /** Rejects with Unavailable when the store cannot serve. */
  check(): Promise<void>;
  close(): Promise<void>;
}
