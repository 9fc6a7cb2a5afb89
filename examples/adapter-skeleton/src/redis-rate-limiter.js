import { MAX_CLOCK_GAP_MS, Unavailable } from '@strongroom/ports';

/**
 * @typedef {import('@strongroom/ports').RateLimiter} RateLimiter
 * @typedef {import('@strongroom/ports').Window} Window
 * @typedef {import('@strongroom/domain').Instant} Instant
 */

const WINDOWS = 'strongroom:windows';
const ENDS = 'strongroom:ends';

/**
 * Each script runs alone on the server, so that calls of several processes are counted one after the other [RL-01]. It
 * reads no clock: `at` of the caller counts [RL-06]. A window that ends too late was opened by a clock ahead, and is over
 * [RL-09]. ARGV: bucket, limit, milliseconds, at, how far clocks may differ.
 */
const READ = `
local at, ends, used, open = tonumber(ARGV[4]), tonumber(ARGV[4]) + tonumber(ARGV[3]), 0, false
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found then
  local e, u = string.match(found, '^(%d+):(%d+)$')
  if at < tonumber(e) and tonumber(e) <= ends + tonumber(ARGV[5]) then ends, used, open = tonumber(e), tonumber(u), true end
end
local limit = tonumber(ARGV[2])`;

const STORE = `
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d:%d', ends, used))
redis.call('ZADD', KEYS[2], string.format('%d', ends), ARGV[1])`;

/** A window is kept for ten minutes after its end, for calls of clocks that lag; then a few go with each call [RL-07]. */
const TAKE = `${READ}
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', at - 600000), 'LIMIT', 0, 20)) do
  redis.call('HDEL', KEYS[1], old)
  redis.call('ZREM', KEYS[2], old)
end
if used >= limit then return {0, 0, ends} end
used = used + 1${STORE}
return {1, limit - used, ends}`;

const GIVE_BACK = `${READ}
if open and used > 0 then used = used - 1${STORE} end
return {limit > used and 1 or 0, math.max(0, limit - used), ends}`;

/** Deletes the windows whose bucket contains a text [RL-10]. ARGV: the text. */
const CLEAR = `
local count = 0
for _, bucket in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.find(bucket, ARGV[1], 1, true) then
    count = count + redis.call('HDEL', KEYS[1], bucket)
    redis.call('ZREM', KEYS[2], bucket)
  end
end
return count`;

/** @implements {RateLimiter} */
export class RedisRateLimiter {
  #redis;

  /** @param {import('./redis.js').Redis} redis */
  constructor(redis) {
    this.#redis = redis;
  }

  /** @type {RateLimiter['take']} */
  take(bucket, window, at) {
    return this.#run(TAKE, bucket, window, at);
  }

  /** @type {RateLimiter['giveBack']} */
  giveBack(bucket, window, at) {
    return this.#run(GIVE_BACK, bucket, window, at);
  }

  /** @type {RateLimiter['clear']} */
  async clear(contained) {
    return Number(await this.#send('EVAL', CLEAR, '2', WINDOWS, ENDS, contained));
  }

  /** Number of buckets that the server holds, for the harness. */
  async size() {
    return Number(await this.#send('HLEN', WINDOWS));
  }

  async check() {
    await this.#send('PING');
  }

  async close() {
    this.#redis.close();
  }

  /**
   * @param {string} script
   * @param {string} bucket
   * @param {Window} window
   * @param {Instant} at
   * @returns {Promise<import('@strongroom/ports').Standing>}
   */
  async #run(script, bucket, window, at) {
    const { limit, milliseconds } = window;
    const numbers = [limit, milliseconds, at, MAX_CLOCK_GAP_MS].map(String);
    const answer = await this.#send('EVAL', script, '2', WINDOWS, ENDS, bucket, ...numbers);
    const [allowed, remaining, resetAt] = /** @type {readonly number[]} */ (answer);
    return {
      allowed: allowed === 1,
      limit,
      remaining: Number(remaining),
      resetAt: /** @type {Instant} */ (resetAt),
    };
  }

  /**
   * Whatever goes wrong with Redis is Unavailable: the service answers 503 and tries again.
   *
   * @param {readonly string[]} words
   */
  async #send(...words) {
    try {
      return await this.#redis.send(...words);
    } catch (cause) {
      throw new Unavailable('limits', { cause });
    }
  }
}
