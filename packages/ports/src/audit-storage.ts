import type { EventId, Instant } from '@strongroom/domain';
import type { ErasedPart } from './audit-log.ts';

/** Keys of one event in the index. */
export type Terms = readonly string[];

/** The properties of an event by which it is listed. */
export type Facets = Readonly<{ occurredAt: Instant; terms: Terms }>;

/** The offsets of the events of one block that have a term. */
export type Posting = Readonly<{ term: string; block: number; count: number; offsets: Uint8Array }>;

/** A block whose postings are complete: its first and last moment, and the moment of each event. */
export type ClosedBlock = Readonly<{ block: number; earliest: number; latest: number; times: Uint8Array }>;

/** The text of an event and the address beside it. */
export type StoredEvent = Readonly<{ seq: number; text: string; ip: string | null }>;

/** Extent of a log. `closed`: number of blocks from the first on whose postings are complete. */
export type Extent = Readonly<{ size: number; closed: number; erasures: number }>;

export type BlockTimes = Pick<ClosedBlock, 'block' | 'earliest' | 'latest'>;

export type PlaceOfPosting = Readonly<{ term: string; block: number }>;

/** The first `width` hashes of a tile, of at most 256. */
export type TileWanted = Readonly<{ level: number; index: number; width: number }>;

/** `seqs`: each event once. An erased event is also removed from the stored postings, whose blocks have `blockSize` events. */
export type Erasure = Readonly<{ seqs: readonly number[]; part: ErasedPart; blockSize?: number | undefined }>;

/**
 * The reads and writes of one store of events, from which `IndexedLog` of `@strongroom/audit-log` makes an `AuditLog`: it
 * keeps the promises of that port. The store itself writes events, in the transaction of their commit, and full tiles. Every
 * method throws Unavailable. A read reflects what was extant when it was called.
 */
export interface AuditStorage {
  /** Gives every committed event its `seq` first. */
  extent(): Promise<Extent>;
  /** From `from` to before `until`, all of which exist and which are at most 256; undefined for an erased one. */
  texts(from: number, until: number): Promise<readonly (string | undefined)[]>;
  /** From `from` to before `until`, all of which exist and which are at most 256. */
  entries(from: number, until: number): Promise<readonly Uint8Array[]>;
  /** The first hashes of a tile, perhaps more. The log has that many. */
  hashes(tile: TileWanted): Promise<Uint8Array>;
  /** Stores other hashes in place of the first ones of a stored tile; those after them stay, also new ones. */
  mendTile(level: number, index: number, hashes: Uint8Array): Promise<void>;
  /** Drops texts and addresses, or addresses only, and the postings of these events. Raises the number of erasures if a text went. */
  erase(erasure: Erasure): Promise<void>;
  /** Events in any order, without those that are erased. */
  events(seqs: readonly number[]): Promise<readonly StoredEvent[]>;
  /** Ids in any order. Also finds events that have no `seq` yet. */
  holding(ids: readonly EventId[]): Promise<readonly EventId[]>;
  /** The number of an event that has one. */
  seqOf(id: EventId): Promise<number | undefined>;
  /** For each term, the number of events by block, from `from` to before `until`. Closed blocks only. */
  counts(terms: readonly string[], from: number, until: number): Promise<readonly ReadonlyMap<number, number>[]>;
  /** Postings in the order of the places; undefined where no event of a block has the term. */
  postings(places: readonly PlaceOfPosting[]): Promise<readonly (Posting | undefined)[]>;
  /** For each block, the number of terms that have an event by what is stored. Reads the whole index. */
  termCounts(): Promise<ReadonlyMap<number, number>>;
  /** These terms of one block, in any order. Reads the whole index. */
  termsOf(block: number): Promise<readonly string[]>;
  /** Closed blocks from `block` on, rising. */
  blockTimes(block: number): Promise<readonly BlockTimes[]>;
  /** The moments of the events of a closed block. */
  times(block: number): Promise<Uint8Array>;
  /** Stores or replaces them, unless the number of erasures is another. Harmless to repeat. */
  writePostings(postings: readonly Posting[], erasures: number): Promise<void>;
  /** Marks a block whose postings are all written, unless the number of erasures is another. Harmless to repeat. */
  closeBlock(block: ClosedBlock, erasures: number): Promise<void>;
}
