import { type EncodedEvent, eventText } from '@strongroom/audit-log';
import { appendLeaves, type Edge, edgeFromTiles, leafHash, TILE_WIDTH } from '@strongroom/audit-proof';
import { DuplicateKey, type Facets } from '@strongroom/ports';
import { sha256 } from '@strongroom/store-kit/node';
import type { Connection } from './sqlite-connection.ts';
import { bytesOf, integerOf } from './sqlite-statement.ts';

const LAST = 'SELECT seq FROM events ORDER BY seq DESC LIMIT 1';
const ADD_ID = 'INSERT INTO event_ids (id, seq) VALUES (?1, ?2) ON CONFLICT DO NOTHING';
const ADD = 'INSERT INTO events (seq, entry, ip, ip_salt, event) VALUES (?1, ?2, ?3, ?4, ?5)';
const ENTRIES = 'SELECT entry FROM events WHERE seq >= ?1 AND seq < ?2 ORDER BY seq';
const TILE = 'SELECT hashes FROM tiles WHERE level = ?1 AND tile = ?2';
const NEW_TILE = 'INSERT INTO tiles (level, tile, hashes) VALUES (?1, ?2, ?3)';
const MENDED_TILE = `${NEW_TILE} ON CONFLICT (level, tile) DO UPDATE SET hashes = ?3`;
const LONGER_TILE = 'UPDATE tiles SET hashes = ?3 WHERE level = ?1 AND tile = ?2';

/** Number of events in the log. */
export const sizeOfLog = (connection: Connection): number => {
  const row = connection.sql(LAST).row();
  return row === undefined ? 0 : integerOf(row, 'seq') + 1;
};

/** Writes the events of one transaction, which holds the write lock, so that the next numbers are its own. */
export class EventAppender {
  readonly #connection: Connection;
  #first: number | undefined;
  #next = 0;
  #facets: Facets[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds the events of one commit. Throws DuplicateKey; the caller then rolls back and calls `backTo`. */
  add(events: readonly EncodedEvent[]): void {
    if (events.length === 0) return;
    if (this.#first === undefined) this.#first = this.#next = sizeOfLog(this.#connection);
    for (const event of events) {
      const seq = this.#next;
      if (this.#connection.sql(ADD_ID).run(bytesOfId(event.id), seq) === 0)
        throw new DuplicateKey('events', `id:${event.id}`);
      const text = eventText(event, seq);
      this.#connection.sql(ADD).run(seq, sha256(text), event.address?.ip ?? null, event.address?.salt ?? null, text);
      this.#facets.push(event.facets);
      this.#next += 1;
    }
  }

  /** The number of events so far, for `backTo`. */
  get size(): number {
    return this.#facets.length;
  }

  /** Forgets the events of a commit that was rolled back. */
  backTo(size: number): void {
    this.#facets = this.#facets.slice(0, size);
    this.#next = (this.#first ?? 0) + size;
  }

  /** Writes the tiles that the events have filled. Call it before the transaction is committed. */
  finish(): void {
    const from = fullTilesOf(this.#first ?? 0);
    const until = fullTilesOf(this.#next);
    if (until > from) growTiles(this.#connection, from, until);
  }

  /** The events of the transaction. */
  get added(): Readonly<{ first: number; facets: readonly Facets[] }> | undefined {
    return this.#first === undefined || this.#facets.length === 0
      ? undefined
      : { first: this.#first, facets: this.#facets };
  }
}

/** The number of events in tiles that are full. */
const fullTilesOf = (size: number): number => size - (size % TILE_WIDTH);

function growTiles(connection: Connection, from: number, until: number): void {
  const leaves = entriesIn(connection, from, until).map(leafHash);
  for (const { level, index, start, hashes } of appendLeaves(edgeAt(connection, from), leaves).parts) {
    if (start === 0) connection.sql(NEW_TILE).run(level, index, hashes);
    else connection.sql(LONGER_TILE).run(level, index, Buffer.concat([tileAt(connection, level, index), hashes]));
  }
}

/** Stores other hashes in place of the first ones of a tile. */
export function mendTile(connection: Connection, level: number, index: number, hashes: Uint8Array): void {
  const rest = tileAt(connection, level, index).subarray(hashes.length);
  connection.sql(MENDED_TILE).run(level, index, Buffer.concat([hashes, rest]));
}

/** The right edge of the log when it had `size` events. */
const edgeAt = (connection: Connection, size: number): Edge =>
  edgeFromTiles(size, ({ level, index, width }) =>
    level === 0 ? leavesAt(connection, index, width) : tileAt(connection, level, index),
  );

/** The hashes of the first events of a tile. */
export const leavesAt = (connection: Connection, index: number, width: number): Uint8Array =>
  Buffer.concat(entriesIn(connection, index * TILE_WIDTH, index * TILE_WIDTH + width).map(leafHash));

/** The entries from `from` to before `until`. */
export const entriesIn = (connection: Connection, from: number, until: number): readonly Uint8Array[] =>
  connection
    .sql(ENTRIES)
    .rows(from, until)
    .map((row) => bytesOf(row, 'entry'));

/** The hashes that a stored tile has so far. */
export function tileAt(connection: Connection, level: number, index: number): Uint8Array {
  const row = connection.sql(TILE).row(level, index);
  return row === undefined ? new Uint8Array() : bytesOf(row, 'hashes');
}

/** A UUID as its 16 bytes. */
export const bytesOfId = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');
