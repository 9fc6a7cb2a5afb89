import { setImmediate as turn } from 'node:timers/promises';
import { eventText } from '@strongroom/audit-log';
import type { AuditStorage, Posting } from '@strongroom/ports';
import { SharedReads } from '@strongroom/store-kit';
import type { Binary } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isInfrastructureError } from '../connection/mongo-errors.ts';
import { eraseEvents } from './erase.ts';
import { decodeEventRow } from './event-row.ts';
import {
  AUDIT_COLLECTION,
  BLOCKS_COLLECTION,
  type EventRow,
  LOG_COLLECTION,
  POSTINGS_COLLECTION,
  placeOfTimes,
  postingId,
} from './layout.ts';
import { extentIn, type NumberingContext, numberEvents } from './sequencer.ts';
import { entriesIn, mendTileIn, tileIn } from './tiles.ts';
import { transactUntilDone } from './transact.ts';

type PostingRow = Readonly<{ _id: string; term: string; block: number; count: number; offsets: Binary }>;
type BlockRow = Readonly<{ _id: number; earliest: number; latest: number }>;

export type StorageCalls = Readonly<{
  connection: MongoConnection;
  /** Runs a call within its deadline, and again while the infrastructure fails. */
  ask: <T>(call: (attempt: Attempt) => Promise<T>) => Promise<T>;
  /** Events that wait for their number are left to other processes. */
  isToRead?: boolean;
}>;

/** A reply holds 16 MB; an event with all that belongs to it has at most 17 kB. */
const MAX_ROWS = 900;
/** A posting has at most 8 kB. */
const MAX_POSTINGS = 1000;

/** The events in MongoDB, as the index of the log reads them. */
export function mongoAuditStorage(
  { connection, ask, isToRead }: StorageCalls,
  numbering: NumberingContext,
): AuditStorage {
  const find = async <T>(command: object): Promise<readonly T[]> => {
    const options = { readConcern: connection.snapshot };
    return (await connection.run<T>({ ...command, ...options })).cursor.firstBatch;
  };
  const inLots = async <T, R>(
    items: readonly T[],
    size: number,
    read: (lot: readonly T[]) => Promise<readonly R[]>,
  ) => {
    const found: R[] = [];
    for (let start = 0; start < items.length; start += size)
      found.push(...(await ask(() => read(items.slice(start, start + size)))));
    return found;
  };
  const shared = new SharedReads({
    turn,
    ask,
    extent: async (attempt) => {
      const isDone = isToRead === true || (await numberEvents(connection, attempt, numbering));
      return isDone ? extentIn(connection) : undefined;
    },
    events: async (seqs) => {
      const [least, most] = [Math.min(...seqs), Math.max(...seqs)];
      // Most events of a report stand side by side.
      const isRange = most - least < MAX_ROWS;
      const { cursor } = await connection.runRaw({
        find: AUDIT_COLLECTION,
        readConcern: connection.snapshot,
        filter: { seq: isRange ? { $gte: least, $lte: most } : { $in: seqs } },
        projection: { _id: 0, seq: 1, head: 1, tail: 1, ip: 1 },
        batchSize: (isRange ? most - least + 1 : seqs.length) + 1,
      });
      return cursor.firstBatch.flatMap((bytes) => {
        const row = decodeEventRow(bytes);
        const text = eventTextOf(row);
        return text === undefined ? [] : [{ seq: row.seq, text, ip: row.ip ?? null }];
      });
    },
    maxEvents: MAX_ROWS,
    mayBeOfOne: (error) => !isInfrastructureError(error),
  });
  return {
    extent: () => shared.extent(),
    texts: async (from, until) => {
      const rows = await ask(() =>
        find<EventRow>({
          find: AUDIT_COLLECTION,
          filter: { seq: { $gte: from, $lt: until } },
          projection: { _id: 0, seq: 1, head: 1, tail: 1 },
          sort: { seq: 1 },
          batchSize: until - from + 1,
        }),
      );
      return rows.map(eventTextOf);
    },
    entries: (from, until) => ask(() => entriesIn(connection, from, until)),
    hashes: (tile) => ask(() => tileIn(connection, tile)),
    mendTile: (level, index, hashes) =>
      ask((attempt) =>
        transactUntilDone(connection, attempt, async (session) => {
          // This write comes first, so that a sequencer, which writes tiles too, conflicts.
          const note = { q: { _id: 'extent' }, u: { $inc: { mended: 1 } } };
          await connection.run<never>({ update: LOG_COLLECTION, updates: [note] }, session);
          await mendTileIn(connection, { level, index, hashes }, session);
        }),
      ),
    erase: (erasure) => ask((attempt) => eraseEvents(connection, attempt, erasure)),
    events: async (seqs) => {
      const found = [];
      for (let start = 0; start < seqs.length; start += MAX_ROWS)
        found.push(...(await shared.events(seqs.slice(start, start + MAX_ROWS))));
      return found;
    },
    holding: (ids) =>
      inLots(ids, MAX_ROWS, async (lot) => {
        const rows = await find<Pick<EventRow, '_id'>>({
          find: AUDIT_COLLECTION,
          filter: { _id: { $in: lot } },
          projection: { _id: 1 },
          batchSize: lot.length + 1,
        });
        const there = new Set(rows.map(({ _id }) => _id));
        return lot.filter((id) => there.has(id));
      }),
    seqOf: async (id) => {
      const rows = await ask(() =>
        find<Partial<EventRow>>({
          find: AUDIT_COLLECTION,
          filter: { _id: id },
          projection: { _id: 0, seq: 1 },
          limit: 1,
        }),
      );
      return rows[0]?.seq;
    },
    counts: async (terms, from, until) => {
      const counts = new Map(terms.map((term) => [term, new Map<number, number>()]));
      const rows = await ask(() =>
        find<PostingRow>({
          find: POSTINGS_COLLECTION,
          filter: { term: { $in: [...counts.keys()] }, block: { $gte: from, $lt: until } },
          projection: { _id: 0, term: 1, block: 1, count: 1 },
          hint: 'by_term',
          batchSize: 200_000,
        }),
      );
      for (const { term, block, count } of rows) counts.get(term)?.set(block, count);
      return terms.map((term) => counts.get(term) ?? new Map());
    },
    postings: async (places) => {
      const ids = places.map(({ term, block }) => postingId(term, block));
      const rows = await inLots([...new Set(ids)], MAX_POSTINGS, (lot) =>
        find<PostingRow>({ find: POSTINGS_COLLECTION, filter: { _id: { $in: lot } }, batchSize: lot.length + 1 }),
      );
      const found = new Map(rows.map(({ _id, offsets, ...row }) => [_id, { ...row, offsets: offsets.value() }]));
      return ids.map((id) => found.get(id));
    },
    termCounts: async () => {
      const rows = await ask(async () => {
        const { cursor } = await connection.run<Readonly<{ _id: number; found: number }>>({
          aggregate: POSTINGS_COLLECTION,
          pipeline: [
            { $match: { term: { $exists: true }, count: { $gt: 0 } } },
            { $group: { _id: '$block', found: { $sum: 1 } } },
          ],
          hint: 'by_term',
          cursor: { batchSize: 100_000 },
          readConcern: connection.snapshot,
        });
        return cursor.firstBatch;
      });
      return new Map(rows.map(({ _id, found }) => [_id, found]));
    },
    termsOf: async (block) => {
      const rows = await ask(() =>
        find<Pick<PostingRow, 'term'>>({
          find: POSTINGS_COLLECTION,
          filter: { block, term: { $exists: true }, count: { $gt: 0 } },
          projection: { _id: 0, term: 1 },
          hint: 'by_term',
          batchSize: 200_000,
        }),
      );
      return rows.map(({ term }) => term);
    },
    blockTimes: async (block) => {
      const rows = await ask(() =>
        find<BlockRow>({
          find: BLOCKS_COLLECTION,
          filter: { _id: { $gte: block } },
          sort: { _id: 1 },
          batchSize: 100_000,
        }),
      );
      return rows.map(({ _id, earliest, latest }) => ({ block: _id, earliest, latest }));
    },
    times: async (block) => {
      const rows = await ask(() =>
        find<PostingRow>({ find: POSTINGS_COLLECTION, filter: { _id: placeOfTimes(block) }, limit: 1 }),
      );
      return rows[0]?.offsets.value() ?? new Uint8Array();
    },
    writePostings: (postings, erasures) =>
      ask((attempt) => write({ connection, attempt, erasures }, POSTINGS_COLLECTION, postings.map(upsertOf))),
    closeBlock: async ({ block, earliest, latest, times }, erasures) => {
      const moments = { q: { _id: placeOfTimes(block) }, u: { $set: { offsets: times } }, upsert: true };
      await ask((attempt) => write({ connection, attempt, erasures }, POSTINGS_COLLECTION, [moments]));
      const closed = { q: { _id: block }, u: { $set: { earliest, latest } }, upsert: true };
      await ask((attempt) => write({ connection, attempt, erasures }, BLOCKS_COLLECTION, [closed]));
      const extent = { q: { _id: 'extent', closed: block }, u: { $set: { closed: block + 1 } } };
      await ask((attempt) => write({ connection, attempt, erasures }, LOG_COLLECTION, [extent]));
    },
  };
}

export const eventTextOf = ({ head, tail, seq }: Pick<EventRow, 'head' | 'tail' | 'seq'>): string | undefined =>
  head === undefined || tail === undefined ? undefined : eventText({ head, tail }, seq);

const upsertOf = ({ term, block, count, offsets }: Posting): object => ({
  q: { _id: postingId(term, block) },
  u: { $set: { term, block, count, offsets } },
  upsert: true,
});

type Guarded = Readonly<{ connection: MongoConnection; attempt: Attempt; erasures: number }>;

/** Writes unless events were erased since. */
const write = ({ connection, attempt, erasures }: Guarded, update: string, updates: readonly object[]): Promise<void> =>
  transactUntilDone(connection, attempt, async (session) => {
    const guard = { q: { _id: 'extent', erasures }, u: { $inc: { indexed: 1 } } };
    const { n } = await connection.run<never>({ update: LOG_COLLECTION, updates: [guard] }, session);
    if (n === 1) await connection.run<never>({ update, updates: [...updates] }, session);
  });
