import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Instant, plus } from '@strongroom/domain';
import type { RateLimitStatus, Window } from '@strongroom/ports';
import { instant } from '../runtime/instant.ts';
import { allowedAs, countedIn, KEPT_MS, latestEnd, type OpenWindow, standingOf } from './standing.ts';

/** Increased with every change of the table; a file with another format is deleted. */
export const TABLE_FORMAT = 1;

export const CREATE_WINDOWS = `
  CREATE TABLE IF NOT EXISTS windows (bucket BLOB PRIMARY KEY, ends_at INTEGER NOT NULL, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS windows_by_end ON windows (ends_at);
  PRAGMA user_version = ${TABLE_FORMAT};`;

/** Inserts or updates one row, ?5 is the latest end of an open window. A refused call changes no row and returns none. */
const TAKE = `
  INSERT INTO windows (bucket, ends_at, used) VALUES (?1, ?2 + ?3, 1)
  ON CONFLICT (bucket) DO UPDATE SET
    used = CASE WHEN ends_at BETWEEN ?2 + 1 AND ?5 THEN used + 1 ELSE 1 END,
    ends_at = CASE WHEN ends_at BETWEEN ?2 + 1 AND ?5 THEN ends_at ELSE excluded.ends_at END
  WHERE ends_at NOT BETWEEN ?2 + 1 AND ?5 OR used < ?4
  RETURNING ends_at, used`;
/** Only a window that this transaction has counted in or read already, so it is there. */
const WRITE = 'UPDATE windows SET ends_at = ?2, used = ?3 WHERE bucket = ?1';
const READ = 'SELECT ends_at, used FROM windows WHERE bucket = ?';
const GIVE_BACK = 'UPDATE windows SET used = used - 1 WHERE bucket = ? AND ends_at > ? AND ends_at <= ? AND used > 0';
const CLEAR = 'DELETE FROM windows WHERE ?1 = zeroblob(0) OR instr(bucket, ?1) > 0';
/** At most 1000 rows at a time, so that no call waits for a long deletion. */
const FORGET = 'DELETE FROM windows WHERE bucket IN (SELECT bucket FROM windows WHERE ends_at <= ? LIMIT 1000)';

/**
 * The windows of all buckets in one table. Callers open the transaction, and end it with `flush`: of many calls on one bucket
 * the first and the last are written.
 */
export class WindowTable {
  readonly #take: StatementSync;
  readonly #write: StatementSync;
  /** Windows of this transaction. */
  readonly #known = new Map<string, OpenWindow>();
  /** Buckets whose window in `#known` is not written yet. */
  readonly #unwritten = new Set<string>();
  readonly #read: StatementSync;
  readonly #giveBack: StatementSync;
  readonly #clear: StatementSync;
  readonly #forget: StatementSync;
  readonly #count: StatementSync;

  constructor(database: DatabaseSync) {
    this.#take = database.prepare(TAKE);
    this.#write = database.prepare(WRITE);
    this.#read = database.prepare(READ);
    this.#giveBack = database.prepare(GIVE_BACK);
    this.#clear = database.prepare(CLEAR);
    this.#forget = database.prepare(FORGET);
    this.#count = database.prepare('SELECT count(*) AS buckets FROM windows');
  }

  take(bucket: string, window: Window, at: Instant): RateLimitStatus {
    const known = this.#known.get(bucket);
    if (known === undefined)
      return window.limit < 1 ? this.standing(bucket, window, at) : this.#takeStored(bucket, window, at);
    const counted = countedIn(known, window, at);
    if (counted === undefined) return standingOf(known, window, at);
    this.#unwritten.add(bucket);
    this.#known.set(bucket, counted);
    return allowedAs(counted.used, counted.endsAt, window);
  }

  /** Writes what is counted and not written. Call it before the transaction ends. */
  flush(): void {
    for (const bucket of this.#unwritten) {
      const known = this.#known.get(bucket);
      if (known !== undefined) this.#write.run(bytesOf(bucket), known.endsAt, known.used);
    }
    this.reset();
  }

  /** Forgets a transaction that was rolled back. */
  reset(): void {
    this.#known.clear();
    this.#unwritten.clear();
  }

  /** Takes nothing. */
  standing(bucket: string, window: Window, at: Instant): RateLimitStatus {
    return standingOf(this.#known.get(bucket) ?? this.#stored(bucket), window, at);
  }

  giveBack(bucket: string, window: Window, at: Instant): RateLimitStatus {
    this.flush();
    this.#giveBack.run(bytesOf(bucket), at, latestEnd(window, at));
    return this.standing(bucket, window, at);
  }

  /** Deletes the windows of buckets whose name contains the text, and returns their number. */
  clear(contained: string): number {
    this.flush();
    return Number(this.#clear.run(bytesOf(contained)).changes);
  }

  /** Deletes some of the windows that ended long ago. Returns whether there may be more. */
  forget(at: Instant): boolean {
    return Number(this.#forget.run(plus(at, -KEPT_MS)).changes) === 1000;
  }

  count(): number {
    return Number(this.#count.get()?.buckets);
  }

  /** A window that refuses is remembered too: of many refused calls the first one reads it. */
  #takeStored(bucket: string, window: Window, at: Instant): RateLimitStatus {
    const { limit, milliseconds } = window;
    const counted = open(this.#take.get(bytesOf(bucket), at, milliseconds, limit, latestEnd(window, at)));
    const stored = counted ?? this.#stored(bucket);
    if (stored !== undefined) this.#known.set(bucket, stored);
    return counted === undefined ? standingOf(stored, window, at) : allowedAs(counted.used, counted.endsAt, window);
  }

  #stored(bucket: string): OpenWindow | undefined {
    return open(this.#read.get(bytesOf(bucket)));
  }
}

/** In UTF-16 different strings have different bytes, even with lone surrogates; SQLite compares a BLOB byte by byte. */
const bytesOf = (bucket: string): Uint8Array => Buffer.from(bucket, 'utf16le');

function open(row: Record<string, unknown> | undefined): OpenWindow | undefined {
  return row === undefined ? undefined : { endsAt: instant(Number(row.ends_at)), used: Number(row.used) };
}
