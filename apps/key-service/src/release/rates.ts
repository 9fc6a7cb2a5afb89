import { hash } from 'node:crypto';
import { DAY, type GrantOp, HOUR, type Instant, KeyRefusal, MINUTE } from '@strongroom/domain';
import type { Clock, Log, RateLimiter, Window } from '@strongroom/ports';

const ADDRESS: Window = { limit: 1000, milliseconds: MINUTE };
const READ = { kind: 'keys', window: { limit: 3000, milliseconds: HOUR } };
/** Keys of files that the person is uploading, as the room service says: they open nothing that another person wrote. */
const WRITTEN = { kind: 'uploads', window: { limit: 10_000, milliseconds: HOUR } };
const KEYS: Readonly<Record<GrantOp, Readonly<{ kind: string; window: Window }>>> = {
  open: READ,
  export: READ,
  seal: WRITTEN,
};
const ROOMS: Window = { limit: 300, milliseconds: DAY };
const ROOM_OF_DAY: Window = { limit: 1, milliseconds: DAY };
const REFUSALS: Window = { limit: 60, milliseconds: MINUTE };

type Deps = Readonly<{ limiter: RateLimiter; clock: Pick<Clock, 'now'>; log: Log }>;

/** A key that is asked for. `op`: what for. */
type Charged = Readonly<{ person: string; room: string; op: GrantOp }>;

/** The limits of addresses and persons. */
export class Rates {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws KeyRefusal. */
  async chargeAddress(address: string): Promise<void> {
    await this.#take(`address:${address}`, ADDRESS, 'rate-of-address');
  }

  /** Counts a key for a person, and a room at its first key of the day. Throws KeyRefusal. */
  async chargeKey({ person, room, op }: Charged): Promise<void> {
    const { limiter, clock } = this.#deps;
    const now = clock.now();
    const roomOfDay = bucketOf('room', `${person}\n${room}`);
    const { kind, window } = KEYS[op];
    // Calls of one turn are one transaction.
    const [taken, first] = await Promise.allSettled([
      this.#take(bucketOf(kind, person), window, 'rate-of-person', person),
      limiter.take(roomOfDay, ROOM_OF_DAY, now),
    ]);
    if (first.status === 'rejected') throw first.reason;
    if (taken.status === 'rejected') {
      if (first.value.allowed) await limiter.giveBack(roomOfDay, ROOM_OF_DAY, now);
      throw taken.reason;
    }
    if (!first.value.allowed) return;
    try {
      await this.#take(bucketOf('rooms', person), ROOMS, 'rooms-of-person', person);
    } catch (error) {
      await Promise.all([this.giveBackKey({ person, op }), limiter.giveBack(roomOfDay, ROOM_OF_DAY, now)]);
      throw error;
    }
  }

  /** A key that was not released does not count. */
  async giveBackKey({ person, op }: Pick<Charged, 'person' | 'op'>): Promise<void> {
    const { kind, window } = KEYS[op];
    await this.#deps.limiter.giveBack(bucketOf(kind, person), window, this.#deps.clock.now());
  }

  /** Whether a refusal of this subject is recorded by itself. */
  async mayRecordRefusal(subject: string): Promise<boolean> {
    return (await this.#deps.limiter.take(bucketOf('refusals', subject), REFUSALS, this.#deps.clock.now())).allowed;
  }

  async #take(bucket: string, window: Window, rule: string, person?: string): Promise<void> {
    const now = this.#deps.clock.now();
    const { allowed, remaining, resetAt } = await this.#deps.limiter.take(bucket, window, now);
    if (!allowed) throw new KeyRefusal('RATE_LIMIT_EXCEEDED', rule, { retryAfter: secondsUntil(resetAt, now) });
    if (person !== undefined && remaining === Math.floor(window.limit / 2))
      this.#deps.log.error('alarm: half of a limit is used', { rule, subject: person, limit: window.limit });
  }
}

const bucketOf = (kind: string, name: string): string => `${kind}:${hash('sha256', name, 'base64url')}`;

const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / 1000));
