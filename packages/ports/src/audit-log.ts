import type { AuditEvent, EventId, EventType, NewEvent } from '@strongroom/domain';

/** Selects events of any of the labels that match all other properties given. */
export type AuditFilter = Readonly<{
  /** The empty string stands for events without a label. */
  labels: readonly string[];
  roomId?: string;
  /** The user or link that acted. */
  actorId?: string;
  type?: EventType;
  outcome?: NewEvent['outcome'];
  /** Milliseconds since 1970, inclusive. */
  from?: number;
  /** Milliseconds since 1970, exclusive. */
  until?: number;
}>;

/**
 * A page of the log. `before` excludes the event with that `seq` and all after it, and `since` all before the event with that
 * `seq`: blocks of the index that end earlier are not looked at.
 */
export type AuditPage = Readonly<{ limit: number; before?: number; since?: number; offset?: number }>;

/** The whole event, or only the address of its caller. */
export type ErasedPart = 'event' | 'address';

/** Size of the log and root of its Merkle tree (RFC 6962), 32 bytes. */
export type TreeHead = Readonly<{ size: number; root: Uint8Array }>;

/**
 * A block whose stored index does not fit its events: lists and counts miss events `first` to `last`, or show others than
 * asked for. `terms` name what is wrong, such as `r<id of a room>|C3`; `times` is true if the moments are.
 */
export type IndexFault = Readonly<{
  block: number;
  first: number;
  last: number;
  terms: readonly string[];
  times: boolean;
}>;

/** `blocks`: those that have a stored index; `compared` of them were examined. */
export type ExaminedIndex = Readonly<{ blocks: number; compared: number; faults: readonly IndexFault[] }>;

/**
 * The audit log of a `DocumentStore`, which writes it: `commit(changes, events)`. Its events are numbered from 0 without
 * a gap and never change. The leaves of its Merkle tree are entries: the SHA-256 of the text of each event.
 *
 * - [AL-01] The events of a commit are in the log when it resolves, each once, in the order in which they were passed.
 * - [AL-02] A commit that throws adds no event, and a commit whose event is in the log already throws DuplicateKey with the key `id:<id>` and changes nothing.
 * - [AL-03] An event read back equals the one that was committed, whatever Unicode and exact integers it holds, and has its `seq`.
 * - [AL-04] Events are numbered from 0 without gap or repetition, also by concurrent commits, and an event that is committed after another commit resolved has the higher number.
 * - [AL-05] `commit` refuses, with TypeError and before anything is stored, an event of more than 16 384 bytes, with a lone surrogate, or with a number that is not an exact integer.
 * - [AL-06] `list` returns the newest events first and `count` their number, by any combination of labels, room, actor, type and outcome.
 * - [AL-07] `from` is included, `until` is not, also where events were committed out of the order of their times.
 * - [AL-08] `list` begins before `before`, skips `offset` events, returns at most `limit`, and none before `since`.
 * - [AL-09] `count` stops at `atMost`.
 * - [AL-10] An empty list of labels matches nothing, and the empty string exactly the events without a label.
 * - [AL-11] Lists and counts are the same across blocks of the index, closed or open, and after the store is opened again.
 * - [AL-12] `holding` returns which of some ids are in the log.
 * - [AL-13] The text of an event is its canonical JSON (RFC 8785) with a salt of its own; the address of the caller stands in it only as a salted hash.
 * - [AL-14] `entries` are the hashes of the texts, and `tile` and `head` those of their Merkle tree (RFC 6962, C2SP tlog-tiles).
 * - [AL-15] Changing an event that was passed in or returned changes nothing in the log.
 * - [AL-16] Once the store is closed, every call rejects with Unavailable.
 * - [AL-17] `erase` drops the text and the address of an event, or only the address, from texts, lists and counts. Entries, tiles and head stay, and so do all other events, in every process.
 * - [AL-18] `seqOf` returns the number of an event by its id, also of an erased one, and undefined for any other id.
 * - [AL-19] `mendTile` replaces the first hashes of a stored tile, in every process, and nothing else: the hashes after them, other tiles and entries stay. It refuses, with RangeError, hashes that the log does not reach or does not store.
 * - [AL-20] `examineIndex` compares the stored index with the events and changes nothing. It finds no fault in a log that only this port wrote, also after an erasure.
 * - [AL-21] `mendIndex` changes no list, count, text, entry or tile of a log that has no fault.
 */
export interface AuditLog {
  /** Newest first, up to `page.limit`. */
  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEvent[]>;
  /** The number of matching events, or `atMost` if that is smaller. */
  count(filter: AuditFilter, atMost: number): Promise<number>;
  /** The given ids that are in the log. */
  holding(ids: readonly EventId[]): Promise<readonly EventId[]>;
  /** The number of an event, undefined for an id that is not in the log. */
  seqOf(id: EventId): Promise<number | undefined>;
  head(): Promise<TreeHead>;
  /**
   * The first `width` hashes of a tile: 256 hashes of 32 bytes each when it is full. Undefined for a tile, or a width,
   * that the log does not reach yet.
   */
  tile(level: number, index: number, width: number): Promise<Uint8Array | undefined>;
  /**
   * Stores other hashes in place of the first ones of a tile. The log checks no hash: the caller computes them from the entries.
   * A tile of level 0 is stored, and can be mended, only when it is full.
   */
  mendTile(level: number, index: number, hashes: Uint8Array): Promise<void>;
  /** Entries from `from` on, at most `most`. */
  entries(from: number, most: number): Promise<readonly Uint8Array[]>;
  /**
   * Compares the stored index of full blocks of events with these events: the last block and others at equal distances, at
   * most `most`. The service may be running.
   */
  examineIndex(most: number): Promise<ExaminedIndex>;
  /**
   * Stores the index of a block again, from its events. Harmless to repeat, and where there is no such block. Another process
   * remembers wrong times of a block until it opens the store again.
   */
  mendIndex(block: number): Promise<void>;
  /** Erases events by their numbers, or only the addresses of their callers; at most 1000 at once. Harmless to repeat. */
  erase(seqs: readonly number[], part: ErasedPart): Promise<void>;
  /** Texts of the events from `from` on, at most `most`; undefined for an erased one. */
  texts(from: number, most: number): Promise<readonly (string | undefined)[]>;
}
