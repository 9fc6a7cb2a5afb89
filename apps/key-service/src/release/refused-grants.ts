import { MINUTE } from '@strongroom/domain';
import type { Clock, Log } from '@strongroom/ports';

/** The reasons of refused grants that the operator can do something about, by the check that refused. */
const REASONS: Readonly<Record<string, Readonly<{ reason: string; hint: string }>>> = {
  'grant-kid': {
    reason: 'unknown key',
    hint: 'a machine of the room service signs with a key that is not trusted here: compare `strongroom-keys trust show` with STRONGROOM_GRANT_KEY of each machine',
  },
  'grant-signature': { reason: 'signature', hint: 'the grant was changed, or made by another program' },
  'grant-issuer': {
    reason: 'issuer',
    hint: 'STRONGROOM_PUBLIC_URL of the room service and STRONGROOM_KEY_SERVICE_ROOM_SERVICE differ',
  },
  'grant-audience': {
    reason: 'audience',
    hint: 'STRONGROOM_KEY_SERVICE_URL differs between the room service and here',
  },
  'grant-expired': {
    reason: 'expired',
    hint: 'the client is slow, or the clocks of room service and key service differ',
  },
  'grant-not-yet': { reason: 'clock', hint: 'the clock of the room service is ahead of the one here' },
  'grant-life': { reason: 'life', hint: 'the room service makes grants that last too long: is it of this version?' },
};
const OTHER = { reason: 'form', hint: 'the request is none of a client of this service' };

/** Lines of one reason in a minute; anyone can send grants, so the rest is counted. */
const LINES = 10;
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

type Counted = { since: number; lines: number; more: number };

type Parts = Readonly<{ log: Log; clock: Pick<Clock, 'now'>; onRefused?: ((reason: string) => void) | undefined }>;

/** Warns of grants that are refused, with the reason and without anything that a grant says. */
export class RefusedGrants {
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onRefused: (reason: string) => void;
  readonly #counted = new Map<string, Counted>();

  constructor({ log, clock, onRefused = () => undefined }: Parts) {
    this.#log = log;
    this.#onRefused = onRefused;
    this.#clock = clock;
  }

  /** `kid`: the key that the header names; nothing of it was verified. */
  note(rule: string, { kid, request }: Readonly<{ kid: string | undefined; request: string }>): void {
    if (!rule.startsWith('grant-')) return;
    const { reason, hint } = REASONS[rule] ?? OTHER;
    this.#onRefused(reason);
    const counted = this.#countedFor(reason);
    if (counted.lines >= LINES) {
      counted.more += 1;
      return;
    }
    counted.lines += 1;
    const isNamed = rule === 'grant-kid' && kid !== undefined && THUMBPRINT.test(kid);
    this.#log.warn('a key grant is refused', { reason, ...(isNamed ? { kid } : {}), hint, request_id: request });
  }

  /** Reports how many more there were. Call it once a minute, and at the end. */
  flush(): void {
    for (const [reason, { more }] of this.#counted)
      if (more > 0) this.#log.warn('more key grants are refused', { reason, count: more });
    this.#counted.clear();
  }

  #countedFor(reason: string): Counted {
    const now = this.#clock.now();
    const found = this.#counted.get(reason);
    if (found !== undefined && now < found.since + MINUTE) return found;
    if (found !== undefined && found.more > 0)
      this.#log.warn('more key grants are refused', { reason, count: found.more });
    const made = { since: now, lines: 0, more: 0 };
    this.#counted.set(reason, made);
    return made;
  }
}
