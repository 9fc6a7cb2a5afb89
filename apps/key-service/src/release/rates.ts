import { hash } from 'node:crypto';
import { DAY, type GrantOp, HOUR, type Instant, KeyRefusal, MINUTE } from '@strongroom/domain';
import type { ChainLimiter, Charge, Clock, Log, Standing, Window } from '@strongroom/ports';

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

type Deps = Readonly<{ limiter: ChainLimiter; clock: Pick<Clock, 'now'>; log: Log }>;

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
    const now = this.#deps.clock.now();
    this.#judge(await this.#deps.limiter.take(`address:${address}`, ADDRESS, now), now, 'rate-of-address');
  }

  /** Counts a key for a person, and a room at its first key of the day. Throws KeyRefusal. */
  async chargeKey({ person, room, op }: Charged): Promise<void> {
    const now = this.#deps.clock.now();
    const { kind, window } = KEYS[op];
    const ofKey = { bucket: bucketOf(kind, person), window };
    const ofDay: Charge = { bucket: bucketOf('room', `${person}\n${room}`), window: ROOM_OF_DAY, endsChain: true };
    const ofRooms = { bucket: bucketOf('rooms', person), window: ROOMS };
    const [key, , rooms] = await this.#deps.limiter.takeChain([ofKey, ofDay, ofRooms], now);
    this.#judge(key, now, 'rate-of-person', person);
    this.#judge(rooms, now, 'rooms-of-person', person);
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

  /** Throws KeyRefusal for a refused call. Half of a person's limit is an alarm. `standing`: undefined for what was not taken. */
  #judge(standing: Standing | undefined, now: Instant, rule: string, person?: string): void {
    if (standing === undefined) return;
    const { allowed, limit, remaining, resetAt } = standing;
    if (!allowed) throw new KeyRefusal('RATE_LIMIT_EXCEEDED', rule, { retryAfter: secondsUntil(resetAt, now) });
    if (person !== undefined && remaining === Math.floor(limit / 2))
      this.#deps.log.error('alarm: half of a limit is used', { rule, subject: person, limit });
  }
}

const bucketOf = (kind: string, name: string): string => `${kind}:${hash('sha256', name, 'base64url')}`;

const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / 1000));
