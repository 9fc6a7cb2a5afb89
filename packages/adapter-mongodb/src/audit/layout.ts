import type { EncodedEvent } from '@strongroom/audit-log';
import { type Binary, Timestamp } from 'mongodb';
import type { MongoIndex } from '../connection/indexes.ts';

/** Events, both those that have their place in the log and those that wait for it. */
export const AUDIT_COLLECTION = 'audit';
/** The offsets of the events of a block that have a term, and the moments of the events of a block. */
export const POSTINGS_COLLECTION = 'postings';
/** Blocks whose postings are complete. */
export const BLOCKS_COLLECTION = 'blocks';
/** Hashes of the Merkle tree, level 0 only when full. */
export const TILES_COLLECTION = 'tiles';
/** One document for the extent of the log, one for the lease of the process that numbers events. */
export const LOG_COLLECTION = 'log';

export const AUDIT_INDEXES: readonly MongoIndex[] = [
  { name: 'by_seq', key: { seq: 1 }, only: { seq: { $exists: true } }, unique: true },
  { name: 'pending', key: { at: 1 }, only: { pending: true } },
];

/** Covers the counts of a term, so that its offsets are not read. */
export const POSTING_INDEXES: readonly MongoIndex[] = [
  { name: 'by_term', key: { term: 1, block: 1, count: 1 }, only: { term: { $exists: true } } },
];

/** An event that waits for its number. `head` and `tail` are its text before and after the number. */
export type PendingRow = Readonly<{
  _id: string;
  /**
   * Inserted empty: the primary fills it from its logical clock, which rises strictly, over elections too. An event that is
   * inserted after a commit was answered has a later one.
   */
  at: Timestamp;
  pending: true;
  head: string;
  tail: string;
  ip?: string;
  ipSalt?: string;
}>;

/** An event of the log. Without `head` and `tail` once it is erased. */
export type EventRow = Readonly<{
  _id: string;
  seq: number;
  entry: Binary;
  head?: string;
  tail?: string;
  ip?: string;
}>;

export type Extent = Readonly<{ _id: 'extent'; size: number; closed: number; erasures: number }>;

const EMPTY = new Timestamp(0n);

export const pendingRowOf = ({ id, head, tail, address }: EncodedEvent): PendingRow => ({
  _id: id,
  at: EMPTY,
  pending: true,
  head,
  tail,
  ...(address && { ip: address.ip, ipSalt: address.salt }),
});

export const postingId = (term: string, block: number): string => `${block}/${term}`;

/** The place of the moments of the events of a block; no term is empty. */
export const placeOfTimes = (block: number): string => postingId('', block);

export const tileId = (level: number, index: number): string => `${level}/${index}`;
