import { hash } from 'node:crypto';
import { requesterAt, WIDE_SHARE } from '@strongroom/application';
import { DAY, type GrantOp, HOUR, type Instant, KeyRefusal, MINUTE } from '@strongroom/domain';
import type { ChainLimiter, Charge, Clock, Log, RateLimitStatus, Window } from '@strongroom/ports';

const ADDRESS: Window = { limit: 1000, milliseconds: MINUTE };
const WIDE: Window = { limit: ADDRESS.limit * WIDE_SHARE, milliseconds: MINUTE };
/** Keys of files that the person is uploading count apart: they open nothing that another person wrote. */
const KINDS: Readonly<Record<GrantOp, 'keys' | 'uploads'>> = { open: 'keys', export: 'keys', seal: 'uploads' };
const ROOMS: Window = { limit: 300, milliseconds: DAY };
const ROOM_OF_DAY: Window = { limit: 1, milliseconds: DAY };
const REFUSALS: Window = { limit: 60, milliseconds: MINUTE };
/** Keys of a person in an hour above which an alarm is logged, once. */
export const MANY_KEYS = 3000;
const ONCE: Window = { limit: 1, milliseconds: HOUR };

type Deps = Readonly<{ limiter: ChainLimiter; clock: Pick<Clock, 'now'>; log: Log; keysPerHour: number }>;

/** A limit of the operator's policy, for files of a label and of every higher one. */
export type LabelLimit = Readonly<{ label: string; keysPerHour: number }>;

/** A requested key. `op`: its purpose. `labels`: the limits of the policy for its file. */
type Charged = Readonly<{ person: string; room: string; op: GrantOp; labels?: readonly LabelLimit[] }>;

/** The limits of addresses and persons. */
export class ReleaseRates {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Counts a request in the network of its address: a host of IPv6 holds a /64, and a site mostly a /48. Throws KeyRefusal. */
  async chargeAddress(address: string): Promise<void> {
    const now = this.#deps.clock.now();
    const { narrow, wide } = requesterAt(address.toLowerCase());
    const ofHost = { bucket: `address:${narrow}`, window: ADDRESS };
    const charges = narrow === wide ? [ofHost] : [ofHost, { bucket: `address:${wide}`, window: WIDE }];
    for (const standing of await this.#deps.limiter.takeChain(charges, now))
      if (!standing.allowed)
        throw new KeyRefusal('RATE_LIMIT_EXCEEDED', 'rate-of-address', {
          retryAfter: secondsUntil(standing.resetAt, now),
        });
  }

  /**
   * Counts a key for a person, by the labels of the policy, and a room at its first key of the day. Returns whether it is the
   * one of an hour that makes them many. Throws KeyRefusal.
   */
  async chargeKey(charged: Charged): Promise<boolean> {
    const now = this.#deps.clock.now();
    const { person, room } = charged;
    const keys = this.#keysOf(charged);
    const ofDay: Charge = { bucket: bucketOf('room', `${person}\n${room}`), window: ROOM_OF_DAY, endsChain: true };
    const ofRooms = { bucket: bucketOf('rooms', person), window: ROOMS };
    const standings = await this.#deps.limiter.takeChain([...keys, ofDay, ofRooms], now);
    for (const [index, { window, of }] of keys.entries())
      this.#judge(standings[index], now, {
        rule: 'rate-of-person',
        person,
        text: `${window.limit} keys${of} in an hour`,
      });
    const rooms = standings[keys.length + 1];
    this.#judge(rooms, now, { rule: 'rooms-of-person', person, text: `${ROOMS.limit} rooms in a day` });
    return this.#isMany(standings[0], charged, now);
  }

  /** A key that was not released does not count. */
  async giveBackKey(charged: Omit<Charged, 'room'>): Promise<void> {
    const now = this.#deps.clock.now();
    for (const { bucket, window } of this.#keysOf(charged)) await this.#deps.limiter.giveBack(bucket, window, now);
  }

  /** Whether a refusal of this subject is recorded by itself. */
  async mayRecordRefusal(subject: string): Promise<boolean> {
    return (await this.#deps.limiter.take(bucketOf('refusals', subject), REFUSALS, this.#deps.clock.now())).allowed;
  }

  #keysOf({ person, op, labels = [] }: Omit<Charged, 'room'>): readonly (Charge & Readonly<{ of: string }>)[] {
    const kind = KINDS[op];
    const windowOf = (limit: number): Window => ({ limit, milliseconds: HOUR });
    const all = { bucket: bucketOf(kind, person), window: windowOf(this.#deps.keysPerHour), of: '' };
    if (kind === 'uploads') return [all];
    return [
      all,
      ...labels.map(({ label, keysPerHour }) => ({
        bucket: bucketOf(`${kind} ${label}`, person),
        window: windowOf(keysPerHour),
        of: ` of files labelled ${label} or higher`,
      })),
    ];
  }

  /** A count that was given back can reach the threshold again, so each window reports once. */
  async #isMany(standing: RateLimitStatus | undefined, { person, op }: Charged, now: Instant): Promise<boolean> {
    if (standing === undefined || standing.limit - standing.remaining !== MANY_KEYS + 1) return false;
    const bucket = bucketOf(`many ${KINDS[op]}`, `${person}\n${standing.resetAt}`);
    return (await this.#deps.limiter.take(bucket, ONCE, now)).allowed;
  }

  /** Throws KeyRefusal for a refused call. Half of a person's limit is an alarm. `standing`: undefined for what was not taken. */
  #judge(
    standing: RateLimitStatus | undefined,
    now: Instant,
    { rule, person, text }: Readonly<{ rule: string; person: string; text: string }>,
  ): void {
    if (standing === undefined) return;
    const { allowed, limit, remaining, resetAt } = standing;
    if (!allowed)
      throw new KeyRefusal('RATE_LIMIT_EXCEEDED', rule, {
        retryAfter: secondsUntil(resetAt, now),
        message: `This is more than ${text}; the next keys are released at ${timeText(resetAt)}.`,
      });
    if (remaining === Math.floor(limit / 2))
      this.#deps.log.error('alarm: half of a limit is used', { alarm: 'half_of_limit', rule, subject: person, limit });
  }
}

const bucketOf = (kind: string, name: string): string => `${kind}:${hash('sha256', name, 'base64url')}`;

const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / 1000));

const timeText = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
