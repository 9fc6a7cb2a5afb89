import { requesterAt, WIDE_SHARE } from '@strongroom/application';
import { type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import type { ChargedRequest } from '@strongroom/http-kernel';
import type { ChainLimiter, Clock, RateLimiter, RateLimitStatus, Window } from '@strongroom/ports';
import { RateLimited } from '../errors/errors.ts';

/** `times`: how many times the limit per token it has. `limit`: requests a minute, whatever that limit is. */
type Bucket = Readonly<{ name: string } & ({ times: number } | { limit: number })>;
export type LimitBuckets = readonly Bucket[];

/** Counts requests; some limiters count several buckets by one call. */
export type CountingLimiter = Pick<RateLimiter, 'take' | 'giveBack'> &
  Readonly<{ takeChain?: ChainLimiter['takeChain'] | undefined }>;

type LimitOptions = Readonly<{
  limiter: CountingLimiter;
  clock: Pick<Clock, 'now'>;
  perMinute: number;
}>;

/** Charges requests to rate-limit buckets. */
export class Limits {
  readonly #limiter: CountingLimiter;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #window: Window;

  constructor({ limiter, clock, perMinute }: LimitOptions) {
    this.#limiter = limiter;
    this.#clock = clock;
    this.#window = { limit: perMinute, milliseconds: MINUTE };
  }

  /**
   * Charges all buckets, or none; the headers show the first. Throws RateLimited, and any error of the limiter: a
   * request that cannot be counted is not served.
   */
  async charge(exchange: ChargedRequest, buckets: LimitBuckets): Promise<void> {
    const now = this.#clock.now();
    exchange.outcome.isCharged = true;
    exchange.outcome.standing = this.#unknown(now);
    const standings = await this.#take(buckets, now);
    exchange.outcome.standing = standings[0] ?? exchange.outcome.standing;
    const full = standings.filter(({ allowed }) => !allowed);
    if (full.length === 0) return;
    const others = buckets.filter((_, index) => standings[index]?.allowed);
    await Promise.all(others.map((bucket) => this.#limiter.giveBack(bucket.name, this.#windowOf(bucket), now)));
    const resetAt = Math.max(...full.map((standing) => standing.resetAt));
    throw new RateLimited(Math.ceil((resetAt - now) / SECOND));
  }

  /** Charges the address for unknown routes, malformed requests and internal errors. Does not throw. */
  async note(exchange: ChargedRequest): Promise<void> {
    await this.charge(exchange, addressBuckets(exchange.ip)).catch(() => undefined);
  }

  /** Takes from each bucket, also after a refusal: the caller has to wait for all that are full. */
  async #take(buckets: LimitBuckets, now: Instant): Promise<readonly RateLimitStatus[]> {
    const [only] = buckets;
    if (only !== undefined && buckets.length === 1)
      return [await this.#limiter.take(only.name, this.#windowOf(only), now)];
    const charges = buckets.map((bucket) => ({ bucket: bucket.name, window: this.#windowOf(bucket), endsChain: true }));
    const standings = (await this.#limiter.takeChain?.(charges, now)) ?? [];
    const rest = charges.slice(standings.length).map(({ bucket, window }) => this.#limiter.take(bucket, window, now));
    return rest.length === 0 ? standings : [...standings, ...(await Promise.all(rest))];
  }

  #windowOf(bucket: Bucket): Window {
    return { ...this.#window, limit: 'limit' in bucket ? bucket.limit : this.#window.limit * bucket.times };
  }

  #unknown(now: Instant): RateLimitStatus {
    const { limit, milliseconds } = this.#window;
    return { allowed: true, limit, remaining: limit, resetAt: plus(now, milliseconds) };
  }
}

/** Limit of a user as a multiple of the limit per token. */
const USER_SHARE = 10;

export const tokenBuckets = ({ id, userId }: Readonly<{ id: string; userId: string }>): LimitBuckets => [
  { name: `token:${id}`, times: 1 },
  { name: `user:${userId}`, times: USER_SHARE },
];

/** Requests a minute of one user for which the limit of their tokens is too low. */
const SPECIAL_LIMITS = { tiles: 20_000 } as const;

/** A limit of its own, apart from the limit per token. */
export type SpecialLimit = keyof typeof SPECIAL_LIMITS;

export const specialBuckets = (limit: SpecialLimit, userId: string): LimitBuckets => [
  { name: `${limit}:${userId}`, limit: SPECIAL_LIMITS[limit] },
];

export const addressBuckets = (ip: string): LimitBuckets => networkBuckets('address', ip);

/** `secret`: hashed, as the limiter's store must not hold it. */
export const linkBuckets = (secret: string, ip: string): LimitBuckets => networkBuckets(`link:${secret}`, ip);

function networkBuckets(prefix: string, ip: string): LimitBuckets {
  const { narrow, wide } = requesterAt(ip);
  const first = { name: `${prefix}:${narrow}`, times: 1 };
  return wide === narrow ? [first] : [first, { name: `${prefix}:${wide}`, times: WIDE_SHARE }];
}
