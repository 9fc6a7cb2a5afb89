import { setImmediate as turn } from 'node:timers/promises';
import type { Instant } from '@strongroom/domain';
import { isOver, type RateLimiter, type RateLimitStatus, type Window } from '@strongroom/ports';
import { Batcher, checkLimitCall, isStorable, longestAttempt, type Outcome } from '@strongroom/store-kit';
import { type Attempt, CallGuard } from '../connection/call-guard.ts';
import type { MongoIndex } from '../connection/indexes.ts';
import type { MongoAddress, MongoConnection } from '../connection/mongo-connection.ts';
import { wasNotDone } from '../connection/mongo-errors.ts';
import { openDatabase } from '../connection/open.ts';
import { retryUntilDeadline } from '../connection/retry.ts';
import {
  clearCommand,
  forgetCommand,
  giveBackCommand,
  LIMITS_COLLECTION,
  readCommand,
  takeCommand,
} from './commands.ts';
import { type OpenWindow, standingOf, takeOne } from './window.ts';

const FORGET_EVERY_MS = 60_000;
/** Maximum number of calls in one write. */
const MAX_BATCH = 500;

export const LIMIT_INDEXES: readonly MongoIndex[] = [{ name: 'by_end', key: { endsAt: 1 } }];

type Call = Readonly<{ window: Window; at: Instant; attempt: Attempt }>;

/** Opens the limits in a database of a MongoDB replica set. Throws MongoUnusable when it cannot serve. */
export async function openMongoRateLimiter(address: MongoAddress): Promise<MongoRateLimiter> {
  return new MongoRateLimiter(await openDatabase(address, 'limits', [[LIMITS_COLLECTION, LIMIT_INDEXES]]));
}

/** Counts in one document per bucket. When a primary fails, the last counts of a window may be lost. */
export class MongoRateLimiter implements RateLimiter {
  readonly #connection: MongoConnection;
  readonly #guard: CallGuard;
  /** One write per bucket in flight: of concurrent writes to one document, the server restarts all but one. */
  readonly #takes = new Batcher<Call, RateLimitStatus>({
    turn,
    serve: (calls, bucket) => this.#takeTogether(calls, bucket),
    isAbandoned: ({ attempt }) => attempt.isOver(),
  });
  #forgetAt = Number.NEGATIVE_INFINITY;

  /** The database behind `connection` was examined and has its indexes. */
  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#guard = new CallGuard(
      'limits',
      connection.outage(() => connection.admin({ ping: 1 })),
    );
  }

  async take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    checkLimitCall(bucket, window, at);
    this.#forget(at);
    return this.#guard.run((attempt) =>
      window.limit < 1
        ? retryUntilDeadline(attempt, () => this.#look(bucket, window, at))
        : this.#takes.add({ window, at, attempt }, bucket),
    );
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    checkLimitCall(bucket, window, at);
    return this.#guard.run(async (attempt) => {
      const giveBack = () => this.#connection.run<OpenWindow>(giveBackCommand(bucket, window, at));
      const { value } = await retryUntilDeadline(attempt, giveBack, wasNotDone);
      if (value) return standingOf(value, window, at);
      return retryUntilDeadline(attempt, () => this.#look(bucket, window, at));
    });
  }

  async clear(contained: string): Promise<number> {
    if (!isStorable(contained)) throw new TypeError('the name of a bucket is not a string');
    return this.#guard.run(async (attempt) => {
      const clear = () => this.#connection.run<never>(clearCommand(contained));
      return (await retryUntilDeadline(attempt, clear)).n ?? 0;
    });
  }

  async check(): Promise<void> {
    await this.#guard.run(() => this.#connection.admin({ ping: 1 }));
  }

  /** Number of stored buckets. */
  async size(): Promise<number> {
    return (await this.#connection.run<never>({ count: LIMITS_COLLECTION })).n ?? 0;
  }

  async close(): Promise<void> {
    this.#guard.close();
    await this.#connection.close();
  }

  async #look(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    const { cursor } = await this.#connection.run<OpenWindow>(readCommand(bucket));
    return standingOf(cursor.firstBatch[0], window, at);
  }

  async #takeTogether(calls: readonly Call[], bucket: string): Promise<readonly Outcome<RateLimitStatus>[]> {
    const outcomes: Outcome<RateLimitStatus>[] = [];
    for (const batch of batchesOf(calls)) outcomes.push(...(await this.#takeBatch(bucket, batch)));
    return outcomes;
  }

  async #takeBatch(bucket: string, [first, ...others]: Batch): Promise<readonly Outcome<RateLimitStatus>[]> {
    const calls = [first, ...others];
    const times = calls.map(({ at }) => at);
    const command = takeCommand(bucket, first.window, times);
    try {
      const run = () => this.#connection.run<OpenWindow>(command);
      const reply = await retryUntilDeadline(longestAttempt(calls), run, wasNotDone);
      let open: OpenWindow | undefined = reply.value ?? undefined;
      return times.map((at) => {
        const taken = takeOne(open, first.window, at);
        open = taken.open;
        return { answer: taken.standing };
      });
    } catch (error) {
      return calls.map(() => ({ error }));
    }
  }

  /** Deletes old counts without waiting; the next deletion repairs a failure. */
  #forget(at: Instant): void {
    // Deletions continue after a clock was set back, and do not wait until it has caught up.
    if (!isOver(this.#forgetAt, FORGET_EVERY_MS, at)) return;
    this.#forgetAt = at + FORGET_EVERY_MS;
    void this.#connection.run<never>(forgetCommand(at)).catch(() => undefined);
  }
}

type Batch = readonly [first: Call, ...others: Call[]];

/** Consecutive calls with the same window, as many as one write takes. */
function batchesOf(calls: readonly Call[]): readonly Batch[] {
  const batches: [Call, ...Call[]][] = [];
  for (const call of calls) {
    const batch = batches.at(-1);
    const window = batch?.[0].window;
    const fits = window?.limit === call.window.limit && window.milliseconds === call.window.milliseconds;
    if (batch !== undefined && fits && batch.length < MAX_BATCH) batch.push(call);
    else batches.push([call]);
  }
  return batches;
}
