import { setImmediate as turn } from 'node:timers/promises';
import {               instant } from '@strongroom/domain';
import { isOver, MAX_CLOCK_GAP_MS,                                              } from '@strongroom/ports';
import {               Batcher, isStorable,              } from '@strongroom/store-kit';
                                                                  
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.js';
import { isInfrastructureError, wasNotDone } from '../connection/errors.js';
import { outageOf } from '../connection/outages.js';
                                                    
                                                          
import { escaped } from '../documents/rows.js';
import { openDatabase } from '../opening/open.js';

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
/** A window that a clock opened which ran ahead. `latest`: the end that a window has at most. */
const CLOSE = {
  name: 'close',
  text: `UPDATE limits AS l SET ends_at = 0, used = 0
    FROM json_to_recordset($1) AS d(bucket text, latest bigint) WHERE l.bucket = d.bucket AND l.ends_at > d.latest`,
};
const CLEAR = {
  text: 'WITH gone AS (DELETE FROM limits WHERE position($1 IN bucket) > 0 RETURNING 1) SELECT count(*) AS found FROM gone',
};
const LOOK = { name: 'look', text: 'SELECT used, ends_at FROM limits WHERE bucket = $1' };
/** By the caller's clock and by the server's, so that one clock that runs ahead deletes no open window. */
const FORGET = {
  name: 'forget',
  text: `DELETE FROM limits WHERE ends_at <= $1
    AND ends_at <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${KEPT_MS}`,
};
const SIZE = { text: 'SELECT count(*) AS found FROM limits' };

/** Counting twice would refuse a call too early, or too late. */
const mayBeSentAgain = (error         )          => isInfrastructureError(error) && wasNotDone(error);

                                                                                        

/** Opens the limits in a database of PostgreSQL. Throws PostgresqlUnusable when it cannot serve. */
export async function openPostgresqlRateLimiter(address                   )                                 {
  return new PostgresqlRateLimiter(await openDatabase(address, 'limits'));
}

/** Counts in one row per bucket. When the server crashes, the last counts of a window may be lost. */
export class PostgresqlRateLimiter                        {
           #sessions          ;
           #guard           ;
           #takes = new Batcher                ({
    turn,
    serve: (calls) => this.#takeTogether(calls),
    maxSize: MAX_BATCH,
    isAbandoned: ({ attempt }) => attempt.isOver(),
  });
  #forgetAt = Number.NEGATIVE_INFINITY;

  /** The database behind `sessions` was examined and has its tables. */
  constructor(sessions          ) {
    this.#sessions = sessions;
    this.#guard = new CallGuard(
      'limits',
      outageOf(sessions, () => sessions.run(LOOK, [''])),
    );
  }

  async take(bucket        , window        , at         )                    {
    refuseMalformed(bucket, window, at);
    this.#forget(at);
    const { limit, milliseconds } = window;
    return this.#guard.run((attempt) =>
      limit < 1
        ? retryUntilDeadline(attempt, () => this.#look(bucket, window, at))
        : this.#takes.add({ bucket: escaped(bucket), window: { limit, milliseconds }, at, attempt }),
    );
  }

  async giveBack(bucket        , window        , at         )                    {
    refuseMalformed(bucket, window, at);
    return this.#guard.run(async (attempt) => {
      const giveBack = () => this.#sessions.run(GIVE_BACK, [escaped(bucket), at, latestEnd(window, at)]);
      await retryUntilDeadline(attempt, giveBack, mayBeSentAgain);
      return retryUntilDeadline(attempt, () => this.#look(bucket, window, at));
    });
  }

  async clear(contained        )                  {
    if (!isStorable(contained)) throw new TypeError('the name of a bucket is not a string');
    return this.#guard.run(async (attempt) => {
      const clear = () => this.#sessions.run(CLEAR, [escaped(contained)]);
      const [row] = await retryUntilDeadline(attempt, clear, mayBeSentAgain);
      return Number(row?.found);
    });
  }

  async check()                {
    await this.#guard.run(() => this.#sessions.run(LOOK, ['']));
  }

  /** Number of stored buckets. */
  async size()                  {
    const [row] = await this.#sessions.run(SIZE);
    return Number(row?.found);
  }

  async close()                {
    this.#guard.close();
    this.#sessions.close();
  }

  async #look(bucket        , window        , at         )                    {
    const [row] = await this.#sessions.run(LOOK, [escaped(bucket)]);
    const isOpen = row !== undefined && !isOver(Number(row.ends_at), window.milliseconds, at);
    const remaining = Math.max(0, window.limit - (isOpen ? Number(row.used) : 0));
    const resetAt = isOpen ? Number(row.ends_at) : at + window.milliseconds;
    return { allowed: remaining > 0, limit: window.limit, remaining, resetAt: instant(resetAt) };
  }

  async #takeTogether(calls                 )                                        {
    const [first] = calls;
    if (first === undefined) return [];
    const standings = await this.#takeOnce(calls, first.attempt);
    const doubted = calls.filter(({ window, at }, index) => isDoubted(standings[index], window, at));
    if (doubted.length === 0) return standings.map((answer) => ({ answer }));
    // These calls were counted in windows that no longer count. Of several processes one closes such a window.
    const closed = doubted.map(({ bucket, window, at }) => ({ bucket, latest: latestEnd(window, at) }));
    await retryUntilDeadline(first.attempt, () => this.#sessions.run(CLOSE, [JSON.stringify(closed)]), mayBeSentAgain);
    const again = await this.#takeOnce(doubted, first.attempt);
    const ofCall = new Map(doubted.map((call, index) => [call, again[index]]));
    return calls.map((call, index) => {
      const answer = ofCall.get(call) ?? standings[index];
      return answer === undefined ? { error: new TypeError('a call was not counted') } : { answer };
    });
  }

  async #takeOnce(calls                 , attempt         )                               {
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
  #forget(at         )       {
    // A clock that was put back must not stop deletions until it is there again.
    if (!isOver(this.#forgetAt, FORGET_EVERY_MS, at)) return;
    this.#forgetAt = at + FORGET_EVERY_MS;
    void this.#sessions.run(FORGET, [at - KEPT_MS]).catch(() => undefined);
  }
}

const latestEnd = ({ milliseconds }        , at         )         => at + milliseconds + MAX_CLOCK_GAP_MS;

/** Whether a clock that ran ahead opened the window. */
const isDoubted = (standing                      , window        , at         )          =>
  standing !== undefined && standing.resetAt > latestEnd(window, at);

/** The standing of a call that was counted, or refused. */
function standingOf(row                 , { limit }        )           {
  if (row === undefined) throw new TypeError('a call was not counted');
  const resetAt = instant(Number(row.ends_at));
  return row.used === null
    ? { allowed: false, limit, remaining: 0, resetAt }
    : { allowed: true, limit, remaining: limit - Number(row.used), resetAt };
}

/** An object in place of a text, a fraction or a lone surrogate would be changed on its way. */
function refuseMalformed(bucket        , window        , at         )       {
  if (!isStorable(bucket)) throw new TypeError('the name of a bucket is not a string');
  if (![window.limit, window.milliseconds, at].every(Number.isSafeInteger))
    throw new TypeError('limits and times are whole numbers');
}
