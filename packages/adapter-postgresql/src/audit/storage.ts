import type { AuditStorage } from '@strongroom/ports';
import type { Attempt } from '@strongroom/store-kit';
import type { Sessions } from '../connection/sessions.ts';
import { transactUntilDone } from '../connection/transact.ts';
import { eraseEvents } from './erase.ts';
import { bytesIn, textsIn } from './rows.ts';
import type { NumberedEvents } from './sequencer.ts';
import { sharedReads } from './shared-reads.ts';
import { entriesIn, mendTileIn, tileIn } from './tiles.ts';

export type StorageCalls = Readonly<{
  sessions: Sessions;
  /** Runs a call within its deadline, and again while the infrastructure fails. */
  ask: <T>(call: (attempt: Attempt) => Promise<T>) => Promise<T>;
  /** Events that wait for their number are left to other processes. */
  isToRead?: boolean;
}>;

const HOLDING = { name: 'holding', text: 'SELECT id FROM events WHERE id = ANY($1::uuid[])' };
const SEQ = { name: 'seq', text: 'SELECT seq FROM events WHERE id = $1::uuid' };
const COUNTS = {
  name: 'counts',
  text: 'SELECT term, block, count FROM postings WHERE term = ANY($1::text[]) AND block >= $2 AND block < $3',
};
const POSTINGS = {
  name: 'postings',
  text: `SELECT p.term, p.block, p.count, p.offsets FROM unnest($1::text[], $2::bigint[]) AS wanted(term, block)
    JOIN postings AS p ON p.term = wanted.term AND p.block = wanted.block`,
};
const TERM_COUNTS = {
  name: 'term-counts',
  text: 'SELECT block, count(*) AS found FROM postings WHERE count > 0 GROUP BY block',
};
const TERMS = { name: 'terms', text: 'SELECT term FROM postings WHERE block = $1 AND count > 0' };
const BLOCKS = {
  name: 'blocks',
  text: 'SELECT block, earliest, latest FROM blocks WHERE block >= $1 ORDER BY block',
};
const TIMES = { name: 'times', text: 'SELECT times FROM blocks WHERE block = $1' };

/** The lock keeps an erasure from beginning before the rows are written; without a row nothing is written. */
const UNERASED = 'WITH unerased AS (SELECT 1 FROM log WHERE erasures = $1 FOR SHARE)';
const WRITE = {
  name: 'write-postings',
  text: `${UNERASED} INSERT INTO postings (term, block, count, offsets)
    SELECT new.term, new.block, new.count, new.offsets
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bytea[]) AS new(term, block, count, offsets), unerased
    ON CONFLICT (term, block) DO UPDATE SET count = excluded.count, offsets = excluded.offsets`,
};
const CLOSE = {
  name: 'close-block',
  text: `WITH closing AS (UPDATE log SET closed = greatest(closed, $2::bigint + 1) WHERE erasures = $1 RETURNING 1)
    INSERT INTO blocks (block, earliest, latest, times) SELECT $2, $3, $4, $5 FROM closing
    ON CONFLICT (block) DO UPDATE SET earliest = excluded.earliest, latest = excluded.latest, times = excluded.times`,
};

const placeOf = (term: string, block: number): string => `${block}/${term}`;

/** The events in PostgreSQL, as the index of the log reads them. `onNumbered` hears of events that this process numbers. */
export const postgresqlAuditStorage = (
  { sessions, ask, isToRead }: StorageCalls,
  onNumbered: (numbered: NumberedEvents) => void,
): AuditStorage => {
  const shared = sharedReads({ sessions, ask }, isToRead === true ? undefined : onNumbered);
  return {
    extent: () => shared.extent(),
    texts: (from, until) => ask(() => textsIn(sessions, from, until)),
    entries: (from, until) => ask(() => entriesIn(sessions, from, until)),
    hashes: (tile) => ask(() => tileIn(sessions, tile)),
    mendTile: (level, index, hashes) =>
      ask((attempt) => transactUntilDone(sessions, attempt, (session) => mendTileIn(session, level, index, hashes))),
    erase: (erasure) =>
      ask((attempt) => transactUntilDone(sessions, attempt, (session) => eraseEvents(session, erasure))),
    events: (seqs) => shared.events(seqs),
    holding: async (ids) => {
      const there = new Set((await ask(() => sessions.run(HOLDING, [ids]))).map(({ id }) => id));
      return ids.filter((id) => there.has(id));
    },
    seqOf: async (id) => {
      const [row] = await ask(() => sessions.run(SEQ, [id]));
      return row?.seq === undefined || row.seq === null ? undefined : Number(row.seq);
    },
    counts: async (terms, from, until) => {
      const counts = new Map(terms.map((term) => [term, new Map<number, number>()]));
      for (const { term, block, count } of await ask(() => sessions.run(COUNTS, [[...counts.keys()], from, until])))
        counts.get(String(term))?.set(Number(block), Number(count));
      return terms.map((term) => counts.get(term) ?? new Map<number, number>());
    },
    postings: async (places) => {
      const values = [places.map(({ term }) => term), places.map(({ block }) => block)];
      const rows = await ask(() => sessions.run(POSTINGS, values));
      const found = new Map(
        rows.map((row) => {
          const [term, block] = [String(row.term), Number(row.block)];
          return [placeOf(term, block), { term, block, count: Number(row.count), offsets: bytesIn(row, 'offsets') }];
        }),
      );
      return places.map(({ term, block }) => found.get(placeOf(term, block)));
    },
    termCounts: async () =>
      new Map((await ask(() => sessions.run(TERM_COUNTS))).map((row) => [Number(row.block), Number(row.found)])),
    termsOf: async (block) => (await ask(() => sessions.run(TERMS, [block]))).map(({ term }) => String(term)),
    blockTimes: async (block) =>
      (await ask(() => sessions.run(BLOCKS, [block]))).map((row) => ({
        block: Number(row.block),
        earliest: Number(row.earliest),
        latest: Number(row.latest),
      })),
    times: async (block) => {
      const [row] = await ask(() => sessions.run(TIMES, [block]));
      return bytesIn(row, 'times');
    },
    writePostings: async (postings, erasures) => {
      const values = [
        erasures,
        postings.map(({ term }) => term),
        postings.map(({ block }) => block),
        postings.map(({ count }) => count),
        postings.map(({ offsets }) => Buffer.from(offsets)),
      ];
      await ask(() => sessions.run(WRITE, values));
    },
    closeBlock: async ({ block, earliest, latest, times }, erasures) => {
      await ask(() => sessions.run(CLOSE, [erasures, block, earliest, latest, Buffer.from(times)]));
    },
  };
};
