import { setImmediate as turn } from 'node:timers/promises';
import { type Instant, instant } from '@strongroom/domain';
import { isOver, MAX_CLOCK_GAP_MS, type RateLimiter, type RateLimitStatus, type Window } from '@strongroom/ports';
import { type Attempt, Batcher, checkLimitCall, isStorable, longestAttempt, type Outcome } from '@strongroom/store-kit';
import type { PostgresqlAddress } from '../connection/address.ts';
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.ts';
import { isInfrastructureError, isWriteRefusal, wasNotDone } from '../connection/errors.ts';
import { outageOf } from '../connection/outages.ts';
import type { Row } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { escapeName } from '../documents/rows.ts';
import { openDatabase } from '../opening/open.ts';

/** Milliseconds a window is kept after its end. Clocks lag by less, so a lagging call still finds its window. */
const KEPT_MS = 600_000;
const FORGET_EVERY_MS = 60_000;
/** Maximum number of calls in one statement. */
const MAX_BATCH = 500;

const TAKE = { name: 'take', text: 'SELECT nth, used, ends_at FROM take_limits($1) ORDER BY nth' };
const GIVE_BACK = {
  name: 'give-back',
  text: 'UPDATE limits SET used = used - 1 WHERE bucket = $1 AND ends_at > $2 AND ends_at <= $3 AND used > 0',
};
/** Closes a window from a clock that ran ahead. `latest`: the latest end that a window may have. */
const CLOSE = {
  name: 'close',
  text: `UPDATE limits AS l SET ends_at = 0, used = 0
    FROM json_to_recordset($1) AS d(bucket text, latest bigint) WHERE l.bucket = d.bucket AND l.ends_at > d.latest`,
};
const CLEAR = {
  text: 'WITH gone AS (DELETE FROM limits WHERE position($1 IN bucket) > 0 RETURNING 1) SELECT count(*) AS found FROM gone',
};
const LOOK = { name: 'look', text: 'SELECT used, ends_at FROM limits WHERE bucket = $1' };
/** Compares with the caller's clock and the server's, so that one clock that runs ahead deletes no open window. */
const FORGET = {
  name: 'forget',
  text: `DELETE FROM limits WHERE ends_at <= $1
    AND ends_at <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${KEPT_MS}`,
};
const SIZE = { text: 'SELECT count(*) AS found FROM limits' };

/** Counting twice would refuse a call too early, or too late. */
const mayBeSentAgain = (error: unknown): boolean =>
  isInfrastructureError(error) && wasNotDone(error) && !isWriteRefusal(error);

type Call = Readonly<{ bucket: string; window: Window; at: Instant; attempt: Attempt }>;

/** Opens the limits in a database of PostgreSQL. Throws PostgresqlUnusable when it cannot serve. */
export async function openPostgresqlRateLimiter(address: PostgresqlAddress): Promise<PostgresqlRateLimiter> {
  return new PostgresqlRateLimiter(await openDatabase(address, 'limits'));
}

/** Counts in one row per bucket. When the server crashes, the last counts of a window may be lost. */
export class PostgresqlRateLimiter implements RateLimiter {
  readonly #sessions: Sessions;
  readonly #guard: CallGuard;
  readonly #takes = new Batcher<Call, RateLimitStatus>({
    turn,
    serve: (calls) => this.#takeTogether(calls),
    maxSize: MAX_BATCH,
    isAbandoned: ({ attempt }) => attempt.isOver(),
  });
  #forgetAt = Number.NEGATIVE_INFINITY;

  /** The database behind `sessions` was examined and has its tables. */
  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#guard = new CallGuard(
      'limits',
      outageOf(sessions, () => sessions.run(LOOK, [''])),
    );
  }

  async take(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    checkLimitCall(bucket, window, at);
    this.#forget(at);
    const { limit, milliseconds } = window;
    return this.#guard.run((attempt) =>
      limit < 1
        ? retryUntilDeadline(attempt, () => this.#look(bucket, window, at))
        : this.#takes.add({ bucket: escapeName(bucket), window: { limit, milliseconds }, at, attempt }),
    );
  }

  async giveBack(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    checkLimitCall(bucket, window, at);
    return this.#guard.run(async (attempt) => {
      const giveBack = () => this.#sessions.run(GIVE_BACK, [escapeName(bucket), at, latestEnd(window, at)]);
      await retryUntilDeadline(attempt, giveBack, mayBeSentAgain);
      return retryUntilDeadline(attempt, () => this.#look(bucket, window, at));
    });
  }

  async clear(contained: string): Promise<number> {
    if (!isStorable(contained)) throw new TypeError('the name of a bucket is not a string');
    return this.#guard.run(async (attempt) => {
      const clear = () => this.#sessions.run(CLEAR, [escapeName(contained)]);
      const [row] = await retryUntilDeadline(attempt, clear, mayBeSentAgain);
      return Number(row?.found);
    });
  }

  async check(): Promise<void> {
    await this.#guard.run(() => this.#sessions.run(LOOK, ['']));
  }

  /** Number of stored buckets. */
  async size(): Promise<number> {
    const [row] = await this.#sessions.run(SIZE);
    return Number(row?.found);
  }

  async close(): Promise<void> {
    this.#guard.close();
    this.#sessions.close();
  }

  async #look(bucket: string, window: Window, at: Instant): Promise<RateLimitStatus> {
    const [row] = await this.#sessions.run(LOOK, [escapeName(bucket)]);
    const isOpen = row !== undefined && !isOver(Number(row.ends_at), window.milliseconds, at);
    const remaining = Math.max(0, window.limit - (isOpen ? Number(row.used) : 0));
    const resetAt = isOpen ? Number(row.ends_at) : at + window.milliseconds;
    return { allowed: remaining > 0, limit: window.limit, remaining, resetAt: instant(resetAt) };
  }

  async #takeTogether(calls: readonly Call[]): Promise<readonly Outcome<RateLimitStatus>[]> {
    const attempt = longestAttempt(calls);
    const standings = await this.#takeOnce(calls, attempt);
    const doubted = calls.filter(({ window, at }, index) => isDoubted(standings[index], window, at));
    if (doubted.length === 0) return standings.map((answer) => ({ answer }));
    // These calls were counted in windows that no longer count. Of several processes one closes such a window.
    const closed = doubted.map(({ bucket, window, at }) => ({ bucket, latest: latestEnd(window, at) }));
    await retryUntilDeadline(attempt, () => this.#sessions.run(CLOSE, [JSON.stringify(closed)]), mayBeSentAgain);
    const again = await this.#takeOnce(doubted, attempt);
    const ofCall = new Map(doubted.map((call, index) => [call, again[index]]));
    return calls.map((call, index) => {
      const answer = ofCall.get(call) ?? standings[index];
      return answer === undefined ? { error: new TypeError('a call was not counted') } : { answer };
    });
  }

  async #takeOnce(calls: readonly Call[], attempt: Attempt): Promise<readonly RateLimitStatus[]> {
    const taken = calls.map(({ bucket, window, at }) => ({
      bucket,
      at,
      milliseconds: window.milliseconds,
      most: window.limit,
    }));
    const rows = await retryUntilDeadline(
      attempt,
      () => this.#sessions.run(TAKE, [JSON.stringify(taken)]),
      mayBeSentAgain,
    );
    return calls.map(({ window }, index) => standingOf(rows[index], window));
  }

  /** Deletes old counts without waiting; the next deletion repairs a failure. */
  #forget(at: Instant): void {
    // Deletions continue after a clock was set back, and do not wait until it has caught up.
    if (!isOver(this.#forgetAt, FORGET_EVERY_MS, at)) return;
    this.#forgetAt = at + FORGET_EVERY_MS;
    void this.#sessions.run(FORGET, [at - KEPT_MS]).catch(() => undefined);
  }
}

const latestEnd = ({ milliseconds }: Window, at: Instant): number => at + milliseconds + MAX_CLOCK_GAP_MS;

/** Whether a clock that ran ahead opened the window. */
const isDoubted = (standing: RateLimitStatus | undefined, window: Window, at: Instant): boolean =>
  standing !== undefined && standing.resetAt > latestEnd(window, at);

/** The standing of a call that was counted, or refused. */
function standingOf(row: Row | undefined, { limit }: Window): RateLimitStatus {
  if (row === undefined) throw new TypeError('a call was not counted');
  const resetAt = instant(Number(row.ends_at));
  return row.used === null
    ? { allowed: false, limit, remaining: 0, resetAt }
    : { allowed: true, limit, remaining: limit - Number(row.used), resetAt };
}
