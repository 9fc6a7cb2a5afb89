import { type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import type { Clock, RateLimiter, Standing, Window } from '@strongroom/ports';
import { RateLimited } from './errors.ts';

/** What of an exchange is counted, and where the count is shown. */
type Counted = { readonly ip: string; standing: Standing | undefined };

type LimitOptions = Readonly<{ limiter: RateLimiter; clock: Pick<Clock, 'now'>; perMinute: number }>;

/** Counts requests, one charge each, and knows what the headers say when nobody can count. */
export class Limits {
  readonly #limiter: RateLimiter;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #window: Window;

  constructor({ limiter, clock, perMinute }: LimitOptions) {
    this.#limiter = limiter;
    this.#clock = clock;
    this.#window = { limit: perMinute, milliseconds: MINUTE };
  }

  /** Charges the bucket. Throws RateLimited, and whatever the limiter throws: who cannot be counted is not served. */
  async charge(exchange: Counted, bucket: string): Promise<void> {
    const now = this.#clock.now();
    exchange.standing = this.#unknown(now);
    const standing = await this.#limiter.take(bucket, this.#window, now);
    exchange.standing = standing;
    if (!standing.allowed) throw new RateLimited(Math.ceil((standing.resetAt - now) / SECOND));
  }

  /** Charges the address for what is answered in any case: unknown routes, malformed requests, our own failures. */
  async note(exchange: Counted): Promise<void> {
    if (exchange.standing !== undefined) return;
    await this.charge(exchange, addressBucket(exchange.ip)).catch(() => undefined);
  }

  /** What the headers say while nobody counts. */
  unknown(): Standing {
    return this.#unknown(this.#clock.now());
  }

  #unknown(now: Instant): Standing {
    const { limit, milliseconds } = this.#window;
    return { allowed: true, limit, remaining: limit, resetAt: plus(now, milliseconds) };
  }
}

export const addressBucket = (ip: string): string => `address:${ip}`;
export const tokenBucket = (id: string): string => `token:${id}`;
