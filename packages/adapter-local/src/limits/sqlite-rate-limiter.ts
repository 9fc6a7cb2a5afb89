import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@strongroom/domain';
import { type RateLimiter, type Standing, Unavailable, type Window } from '@strongroom/ports';
import { instant } from '../runtime/instant.ts';
import { openLimitsFile } from './limits-file.ts';
import { isBusy } from './sqlite-errors.ts';
import { FORGET_EVERY } from './standing.ts';
import { WindowTable } from './window-table.ts';

const PATIENCE = 2000;
/** Calls in one transaction: about ten milliseconds in which the event loop does nothing else. */
const AT_ONCE = 1000;

export type SqliteRateLimiterOptions = Readonly<{
  file: string;
  /** Milliseconds a call waits for other processes before it is told that limits cannot be counted; 2000 by default. */
  patience?: number;
}>;

type Call = Readonly<{
  run: (table: WindowTable) => Standing;
  at: Instant;
  until: number;
  resolve: (standing: Standing) => void;
  reject: (error: Error) => void;
}>;

type Opened = Readonly<{ file: DatabaseSync; table: WindowTable }>;

/** Counts in a SQLite file that all processes of a machine share. Calls of one turn of the event loop are one transaction. */
export class SqliteRateLimiter implements RateLimiter {
  readonly #file: string;
  readonly #patience: number;
  readonly #waiting: Call[] = [];
  #database: Opened | undefined;
  #draining: Promise<void> | undefined;
  #forgetAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  private constructor(options: SqliteRateLimiterOptions) {
    this.#file = options.file;
    this.#patience = options.patience ?? PATIENCE;
  }

  /** Opens the file, and makes it where it is missing or damaged. Rejects with Unavailable. */
  static async open(options: SqliteRateLimiterOptions): Promise<SqliteRateLimiter> {
    const limiter = new SqliteRateLimiter(options);
    await limiter.check();
    return limiter;
  }

  async take(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseFractions(window, at);
    return this.#call(at, (table) => table.take(bucket, window, at));
  }

  async peek(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseFractions(window, at);
    return this.#call(at, (table) => table.peek(bucket, window, at));
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseFractions(window, at);
    return this.#call(at, (table) => table.giveBack(bucket, window, at));
  }

  async check(): Promise<void> {
    await this.peek('', { limit: 1, milliseconds: 1 }, instant(0));
  }

  /** How many buckets are remembered. */
  async size(): Promise<number> {
    return (await this.#opened()).table.count();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    this.#release();
  }

  #call(at: Instant, run: Call['run']): Promise<Standing> {
    if (this.#closed) return Promise.reject(new Unavailable('limits'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, at, until: performance.now() + this.#patience, resolve, reject });
      this.#draining ??= this.#drain().finally(() => {
        this.#draining = undefined;
      });
    });
  }

  async #drain(): Promise<void> {
    await nextTurn();
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0, AT_ONCE);
      try {
        const database = await this.#opened();
        const standings = inOneTransaction(database, () => {
          this.#forget(database.table, calls);
          return calls.map((call) => call.run(database.table));
        });
        for (const [index, standing] of standings.entries()) calls[index]?.resolve(standing);
      } catch (error) {
        await this.#failed(calls, error);
      }
    }
  }

  async #opened(): Promise<Opened> {
    if (this.#database === undefined) {
      const file = await openLimitsFile(this.#file, this.#patience);
      this.#database = { file, table: new WindowTable(file) };
    }
    return this.#database;
  }

  /** Another process was at work: those who can still wait go first next time. Anything else: the file is opened afresh. */
  async #failed(calls: readonly Call[], error: unknown): Promise<void> {
    const now = performance.now();
    const again = isBusy(error) ? calls.filter((call) => call.until > now) : [];
    for (const call of calls) if (!again.includes(call)) call.reject(new Unavailable('limits', { cause: error }));
    this.#waiting.unshift(...again);
    if (!isBusy(error)) return this.#release();
    await pause(1 + Math.random() * 8);
  }

  #forget(table: WindowTable, calls: readonly Call[]): void {
    const at = calls.at(-1)?.at;
    if (at === undefined || at < this.#forgetAt) return;
    // More than a slice to forget: go on with the next calls.
    if (!table.forget(at)) this.#forgetAt = at + FORGET_EVERY;
  }

  #release(): void {
    this.#database?.file.close();
    this.#database = undefined;
  }
}

/** The driver would store NULL for NaN and cut fractions, without a word. Refused before it joins the calls of others. */
function refuseFractions(window: Window, at: Instant): void {
  if (![window.limit, window.milliseconds, at].every(Number.isSafeInteger))
    throw new TypeError('limits are counted in whole numbers');
}

function inOneTransaction<T>({ file }: Opened, work: () => T): T {
  file.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    file.exec('COMMIT');
    return result;
  } catch (error) {
    if (file.isTransaction) file.exec('ROLLBACK');
    throw error;
  }
}
