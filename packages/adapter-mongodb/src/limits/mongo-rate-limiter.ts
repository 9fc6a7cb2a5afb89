import type { Instant } from '@strongroom/domain';
import type { RateLimiter, Standing, Window } from '@strongroom/ports';
import { again } from '../connection/again.ts';
import type { MongoAddress, MongoConnection } from '../connection/mongo-connection.ts';
import { wasNotDone } from '../connection/mongo-errors.ts';
import { openDatabase } from '../connection/open.ts';
import { type Attempt, Serving } from '../connection/serving.ts';
import { isStorable } from '../documents/changes.ts';
import type { Index } from '../documents/indexes.ts';
import { BucketQueue } from './bucket-queue.ts';
import { forgetCommand, giveBackCommand, LIMITS, peekCommand, takeCommand } from './commands.ts';
import { type OpenWindow, standingOf, takeOne } from './window.ts';

const FORGET_EVERY = 60_000;
/** Calls in one write. */
const AT_ONCE = 500;

export const LIMIT_INDEXES: readonly Index[] = [{ name: 'by_end', key: { endsAt: 1 } }];

type Call = Readonly<{
  window: Window;
  at: Instant;
  attempt: Attempt;
  resolve: (standing: Standing) => void;
  reject: (error: unknown) => void;
}>;

/** Opens the limits in a database of a MongoDB replica set. Throws MongoUnusable when it cannot serve. */
export async function openMongoRateLimiter(address: MongoAddress): Promise<MongoRateLimiter> {
  return new MongoRateLimiter(await openDatabase(address, 'limits', [[LIMITS, LIMIT_INDEXES]]));
}

/** Counts in a collection of its own, one document a bucket. A window whose primary dies may be counted anew in part. */
export class MongoRateLimiter implements RateLimiter {
  readonly #connection: MongoConnection;
  readonly #serving: Serving;
  readonly #queue = new BucketQueue<Call>((bucket, calls) => this.#take(bucket, calls));
  #forgetAt = Number.NEGATIVE_INFINITY;

  /** `connection` leads to a database that was examined and has its indexes. */
  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#serving = new Serving(
      'limits',
      connection.outage(() => connection.admin({ ping: 1 })),
    );
  }

  async take(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseMalformed(bucket, window, at);
    if (window.limit < 1) return this.peek(bucket, window, at);
    this.#forget(at);
    return this.#serving.within(
      (attempt) =>
        new Promise<Standing>((resolve, reject) => {
          this.#queue.add(bucket, { window, at, attempt, resolve, reject });
        }),
    );
  }

  async peek(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseMalformed(bucket, window, at);
    return this.#serving.within((attempt) => again(attempt, () => this.#look(bucket, window, at)));
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<Standing> {
    refuseMalformed(bucket, window, at);
    return this.#serving.within(async () => {
      const { value } = await this.#connection.run<OpenWindow>(giveBackCommand(bucket, at));
      return value ? standingOf(value, window, at) : this.#look(bucket, window, at);
    });
  }

  async check(): Promise<void> {
    await this.#serving.within(() => this.#connection.admin({ ping: 1 }));
  }

  /** How many buckets are remembered. */
  async size(): Promise<number> {
    return (await this.#connection.run<never>({ count: LIMITS })).n ?? 0;
  }

  async close(): Promise<void> {
    this.#serving.close();
    await this.#connection.close();
  }

  async #look(bucket: string, window: Window, at: Instant): Promise<Standing> {
    const { cursor } = await this.#connection.run<OpenWindow>(peekCommand(bucket));
    return standingOf(cursor.firstBatch[0], window, at);
  }

  async #take(bucket: string, waiting: readonly Call[]): Promise<void> {
    for (const calls of lotsOf(waiting.filter(({ attempt }) => !attempt.isOver()))) {
      const [first] = calls;
      if (first === undefined) continue;
      const { window, attempt } = first;
      const command = takeCommand(
        bucket,
        window,
        calls.map(({ at }) => at),
      );
      try {
        let open: OpenWindow | undefined =
          (await again(attempt, () => this.#connection.run<OpenWindow>(command), wasNotDone)).value ?? undefined;
        for (const { at, resolve } of calls) {
          const taken = takeOne(open, window, at);
          open = taken.open;
          resolve(taken.standing);
        }
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
  }

  /** Beside the calls: nobody waits for it, and whoever comes in a minute tries again. */
  #forget(at: Instant): void {
    if (at < this.#forgetAt) return;
    this.#forgetAt = at + FORGET_EVERY;
    void this.#connection.run<never>(forgetCommand(at)).catch(() => undefined);
  }
}

/** Those that follow one another with the same window, as many as fit into one write. */
function lotsOf(calls: readonly Call[]): readonly (readonly Call[])[] {
  const lots: Call[][] = [];
  for (const call of calls) {
    const lot = lots.at(-1);
    const [first] = lot ?? [];
    const fits = first?.window.limit === call.window.limit && first.window.milliseconds === call.window.milliseconds;
    if (lot !== undefined && fits && lot.length < AT_ONCE) lot.push(call);
    else lots.push([call]);
  }
  return lots;
}

/** What is no text or number would be an operator, or lose its fractions or surrogates on the way. */
function refuseMalformed(bucket: string, window: Window, at: Instant): void {
  if (!isStorable(bucket)) throw new TypeError('a bucket is named by text');
  if (![window.limit, window.milliseconds, at].every(Number.isSafeInteger))
    throw new TypeError('limits are counted in whole numbers');
}
