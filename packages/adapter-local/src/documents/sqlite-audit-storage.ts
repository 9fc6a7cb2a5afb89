import { TILE_WIDTH } from '@strongroom/audit-proof';
import type { EventId } from '@strongroom/domain';
import type { AuditStorage, ClosedBlock, Posting } from '@strongroom/ports';
import { bytesOfId, entriesIn, leavesAt, mendTile, sizeOfLog, tileAt } from './sqlite-audit-append.ts';
import { eraseEvents } from './sqlite-audit-erase.ts';
import type { Connection } from './sqlite-connection.ts';
import { bytesOf, integerOf, type Row, textOf, textOrNull } from './sqlite-statement.ts';

const EXTENT = `SELECT erasures, (SELECT coalesce(max(block), -1) + 1 FROM blocks) AS closed FROM log`;
const TEXTS = 'SELECT event FROM events WHERE seq >= ?1 AND seq < ?2 ORDER BY seq';
/** Number of events that are read by one statement. A smaller number is padded with NULL, which equals no number. */
const MOST = 32;
const EVENTS = `SELECT seq, ip, event FROM events
  WHERE seq IN (${Array.from({ length: MOST }, (_, index) => `?${index + 1}`).join(', ')}) AND event IS NOT NULL`;
const SEQ = 'SELECT seq FROM event_ids WHERE id = ?1';
const COUNTS = 'SELECT block, count FROM postings WHERE term = ?1 AND block >= ?2 AND block < ?3';
const POSTING = 'SELECT count, offsets FROM postings WHERE term = ?1 AND block = ?2';
const TERM_COUNTS = 'SELECT block, count(*) AS found FROM postings WHERE count > 0 GROUP BY block';
const TERMS = 'SELECT term FROM postings WHERE block = ?1 AND count > 0';
const BLOCKS = 'SELECT block, earliest, latest FROM blocks WHERE block >= ?1 ORDER BY block';
const TIMES = 'SELECT times FROM blocks WHERE block = ?1';
const ERASURES = 'SELECT erasures FROM log';
const WRITE = 'INSERT OR REPLACE INTO postings (term, block, count, offsets) VALUES (?1, ?2, ?3, ?4)';
const CLOSE = 'INSERT OR REPLACE INTO blocks (block, earliest, latest, times) VALUES (?1, ?2, ?3, ?4)';

type Look = <T>(read: (connection: Connection) => T) => Promise<T>;
type Change = (write: (connection: Connection) => void) => Promise<void>;

/** The events in an SQLite file, as the index of the log reads them. */
export const sqliteAuditStorage = (look: Look, change: Change): AuditStorage => ({
  extent: () =>
    look((connection) => {
      const row = connection.sql(EXTENT).row() ?? {};
      return {
        size: sizeOfLog(connection),
        closed: integerOf(row, 'closed'),
        erasures: integerOf(row, 'erasures'),
      };
    }),
  texts: (from, until) => look((connection) => textsIn(connection, from, until)),
  entries: (from, until) => look((connection) => entriesIn(connection, from, until)),
  hashes: ({ level, index, width }) =>
    look((connection) => {
      const stored = level > 0 || width === TILE_WIDTH ? tileAt(connection, level, index) : new Uint8Array();
      return level > 0 || stored.length > 0 ? stored : leavesAt(connection, index, width);
    }),
  mendTile: (level, index, hashes) => change((connection) => mendTile(connection, level, index, hashes)),
  erase: (erasure) => change((connection) => eraseEvents(connection, erasure)),
  events: (seqs) =>
    look((connection) => {
      const rows: Row[] = [];
      for (let start = 0; start < seqs.length; start += MOST) {
        const wanted = seqs.slice(start, start + MOST);
        rows.push(
          ...connection.sql(EVENTS).rows(...wanted, ...Array.from({ length: MOST - wanted.length }, () => null)),
        );
      }
      return rows.map((row) => ({
        seq: integerOf(row, 'seq'),
        text: textOf(row, 'event'),
        ip: textOrNull(row, 'ip'),
      }));
    }),
  holding: (ids) => look((connection) => ids.filter((id) => seqOf(connection, id) !== undefined)),
  seqOf: (id) => look((connection) => seqOf(connection, id)),
  counts: (terms, from, until) =>
    look((connection) =>
      terms.map(
        (term) =>
          new Map(
            connection
              .sql(COUNTS)
              .rows(term, from, until)
              .map((row) => [integerOf(row, 'block'), integerOf(row, 'count')]),
          ),
      ),
    ),
  postings: (places) =>
    look((connection) =>
      places.map(({ term, block }) => {
        const row = connection.sql(POSTING).row(term, block);
        return row && { term, block, count: integerOf(row, 'count'), offsets: bytesOf(row, 'offsets') };
      }),
    ),
  termCounts: () =>
    look(
      (connection) =>
        new Map(
          connection
            .sql(TERM_COUNTS)
            .rows()
            .map((row) => [integerOf(row, 'block'), integerOf(row, 'found')]),
        ),
    ),
  termsOf: (block) =>
    look((connection) =>
      connection
        .sql(TERMS)
        .rows(block)
        .map((row) => textOf(row, 'term')),
    ),
  blockTimes: (block) =>
    look((connection) =>
      connection
        .sql(BLOCKS)
        .rows(block)
        .map((row) => ({
          block: integerOf(row, 'block'),
          earliest: integerOf(row, 'earliest'),
          latest: integerOf(row, 'latest'),
        })),
    ),
  times: (block) =>
    look((connection) => {
      const row = connection.sql(TIMES).row(block);
      return row === undefined ? new Uint8Array() : bytesOf(row, 'times');
    }),
  writePostings: (postings, erasures) =>
    change((connection) => {
      if (erasuresIn(connection) === erasures) for (const posting of postings) write(connection, posting);
    }),
  closeBlock: (block, erasures) =>
    change((connection) => {
      if (erasuresIn(connection) === erasures) close(connection, block);
    }),
});

/** Texts of events, which are undefined once erased. */
const textsIn = (connection: Connection, from: number, until: number): readonly (string | undefined)[] =>
  connection
    .sql(TEXTS)
    .rows(from, until)
    .map((row) => textOrNull(row, 'event') ?? undefined);

const seqOf = (connection: Connection, id: EventId): number | undefined => {
  const row = connection.sql(SEQ).row(bytesOfId(id));
  return row && integerOf(row, 'seq');
};

const erasuresIn = (connection: Connection): number => integerOf(connection.sql(ERASURES).row() ?? {}, 'erasures');

const write = (connection: Connection, { term, block, count, offsets }: Posting): void => {
  connection.sql(WRITE).run(term, block, count, offsets);
};

const close = (connection: Connection, { block, earliest, latest, times }: ClosedBlock): void => {
  connection.sql(CLOSE).run(block, earliest, latest, times);
};
