import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@strongroom/domain';
import {
  type ChainLimiter,
  type Charge,
  isOver,
  type RateLimitStatus,
  Unavailable,
  type Window,
} from '@strongroom/ports';
import { Batcher, backoffMs, type Outcome } from '@strongroom/store-kit';
import { instant } from '../runtime/instant.ts';
import { endOfTurn } from '../runtime/turn.ts';
import { isBusy, isWriteRefusal } from '../sqlite/result-codes.ts';
import { takeCharges } from './chain.ts';
import { openLimitsFile } from './limits-file.ts';
import { FORGET_EVERY_MS } from './standing.ts';
import { WindowTable } from './window-table.ts';

const DEADLINE_MS = 2000;
/** Maximum number of calls in one transaction, which blocks the event loop for about ten milliseconds. */
const MAX_BATCH = 1000;
const LOCK_BACKOFF = { firstMs: 5, maxMs: 10 };

export type SqliteRateLimiterOptions = Readonly<{
  file: string;
  /** Milliseconds a call waits for the locks of other processes before it throws Unavailable; 2000 by default. */
  deadlineMs?: number;
}>;

/** `deadline` is a time of `performance.now()`. */
type Call = Readonly<{ count: (table: WindowTable) => unknown; at: Instant; deadline: number }>;

type Opened = Readonly<{ file: DatabaseSync; table: WindowTable; begin: StatementSync; commit: StatementSync }>;

/** Counts in a SQLite file that all processes of a machine share. Calls of one turn of the event loop are one transaction. */
export class SqliteRateLimiter implements ChainLimiter {
  readonly #file: string;
  readonly #deadlineMs: number;
  readonly #calls = new Batcher<Call, unknown>({
    serve: (calls) => this.#serve(calls),
    errorOf: (error) => new Unavailable('limits', { cause: error, takesNoWrites: isWriteRefusal(error) }),
    turn: endOfTurn,
    maxSize: MAX_BATCH,
    retry: {
      shouldRetry: (error, { deadline }) => isBusy(error) && performance.now() < deadline,
      pause: (failures) => pause(backoffMs(failures, LOCK_BACKOFF)),
    },
  });
  #database: Opened | undefined;
  #forgetAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  private constructor({ file, deadlineMs = DEADLINE_MS }: SqliteRateLimiterOptions) {
    this.#file = file;
    this.#deadlineMs = deadlineMs;
  }

  /** Opens the file, and creates it if it is missing or damaged. Rejects with Unavailable. */
  static async open(options: SqliteRateLimiterOptions): Promise<SqliteRateLimiter> {
    const limiter = new SqliteRateLimiter(options);
    await limiter.check();
    return limiter;
  }

  take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    return this.#call([window], at, (table) => table.take(bucket, window, at));
  }

  takeChain(charges: readonly Charge[], at: Instant): Promise<readonly RateLimitStatus[]> {
    const windows = charges.map(({ window }) => window);
    return this.#call(windows, at, (table) => takeCharges(table, charges, at));
  }

  giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    return this.#call([window], at, (table) => table.giveBack(bucket, window, at));
  }

  clear(contained: string): Promise<number> {
    return this.#call([], instant(0), (table) => table.clear(contained));
  }

  async check(): Promise<void> {
    const at = instant(0);
    const window = { limit: 1, milliseconds: 1 };
    await this.#call([window], at, (table) => table.standing('', window, at));
  }

  /** Number of stored buckets. */
  async size(): Promise<number> {
    return (await this.#opened()).table.count();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#calls.idle();
    this.#release();
  }

  /** Not an async function, nor its callers: each would make one more promise for every request. */
  #call<T>(windows: readonly Window[], at: Instant, count: (table: WindowTable) => T): Promise<T>;
  #call(windows: readonly Window[], at: Instant, count: (table: WindowTable) => unknown): Promise<unknown> {
    if (!isWhole(windows, at)) return Promise.reject(new TypeError('limits are counted in whole numbers'));
    if (this.#closed) return Promise.reject(new Unavailable('limits'));
    return this.#calls.add({ count, at, deadline: performance.now() + this.#deadlineMs });
  }

  /** After any error but a busy file, the next call opens the file again. */
  async #serve(calls: readonly Call[]): Promise<readonly Outcome<unknown>[]> {
    try {
      const opened = await this.#opened();
      return inOneTransaction(opened, (table) => {
        this.#forget(table, calls);
        return calls.map(({ count }) => ({ answer: count(table) }));
      });
    } catch (error) {
      if (!isBusy(error)) this.#release();
      throw error;
    }
  }

  async #opened(): Promise<Opened> {
    if (this.#database === undefined) {
      const file = await openLimitsFile(this.#file, this.#deadlineMs);
      this.#database = {
        file,
        table: new WindowTable(file),
        begin: file.prepare('BEGIN IMMEDIATE'),
        commit: file.prepare('COMMIT'),
      };
    }
    return this.#database;
  }

  #forget(table: WindowTable, calls: readonly Call[]): void {
    const at = calls.at(-1)?.at;
    // Deletions continue after a clock was set back, and do not wait until it has caught up.
    if (at === undefined || !isOver(this.#forgetAt, FORGET_EVERY_MS, at)) return;
    // If more than one slice is due, the next calls delete the rest.
    if (!table.forget(at)) this.#forgetAt = at + FORGET_EVERY_MS;
  }

  #release(): void {
    this.#database?.file.close();
    this.#database = undefined;
  }
}

/** The driver would silently store NULL for NaN and cut fractions. Refused before the call joins a batch. */
const isWhole = (windows: readonly Window[], at: Instant): boolean =>
  Number.isSafeInteger(at) &&
  windows.every(({ limit, milliseconds }) => Number.isSafeInteger(limit) && Number.isSafeInteger(milliseconds));

function inOneTransaction<T>({ file, table, begin, commit }: Opened, work: (table: WindowTable) => T): T {
  begin.run();
  try {
    const result = work(table);
    table.flush();
    commit.run();
    return result;
  } catch (error) {
    table.reset();
    if (file.isTransaction) file.exec('ROLLBACK');
    throw error;
  }
}
