import { WaitingBound } from '@strongroom/application';
import {
  bearerSecret,
  canonicalUserCode,
  DEVICE_LOGIN_LIFE,
  instant,
  isBearerSecret,
  KeyRefusal,
  MINUTE,
  type RequestId,
  SECOND,
  TypedUserCode,
  userCode,
} from '@strongroom/domain';
import {
  type Change,
  type Clock,
  type DocumentStore,
  type Log,
  type RateLimiter,
  type Requester,
  type Secrets,
  VersionConflict,
  type Window,
} from '@strongroom/ports';
import type { ReleaseRecord } from '../record/release-record.ts';
import { deleteEnded } from './delete-ended.ts';

/** A program that asks for a proof, for its key. */
export type DeviceRequest = Readonly<{
  /** Thumbprint of the client's key, and base64url of the SHA-256 of a secret of the client. */
  client: string;
  challenge: string;
  /** Authentication contexts that the provider is asked for, between blanks. */
  acrValues?: string;
  /** The program's own name for itself and its computer. */
  name: string;
  ip: string;
}>;

/** `code`: of the finished sign-in, for the client. */
type Stored = DeviceRequest &
  Readonly<{
    requestedAt: number;
    outcome: 'waiting' | 'refused' | Readonly<{ code: string }>;
    /** The request, if it has no event yet, as there were too many: the event comes with the answer. */
    unrecorded?: RequestId;
  }>;
type StoredSignIn = Readonly<{ id: string; version: number; uniqueKeys: readonly string[]; stored: Stored }>;

/** A sign-in that waits for a person: what the page shows, and its id. */
export type PendingSignIn = DeviceRequest & Readonly<{ id: string }>;

type Begun = Readonly<{ deviceCode: string; userCode: string; expiresIn: number; interval: number }>;

type Deps = Readonly<{
  documents: DocumentStore;
  limiter: RateLimiter;
  clock: Pick<Clock, 'now'>;
  secrets: Pick<Secrets, 'random' | 'hash'>;
  record: Pick<ReleaseRecord, 'note' | 'signInRefusal'>;
  log: Log;
}>;

const COLLECTION = 'device-sign-ins';
const ALL = 'all';
const INTERVAL = 5;
/** Clocks of programs are not exact. */
const ONE_QUESTION: Window = { limit: 1, milliseconds: (INTERVAL - 1) * SECOND };
/** Limit for each network. A limit for all together would let a few callers lock out all others. */
const REQUESTS: Window = { limit: 60, milliseconds: 10 * MINUTE };
/** Requests with an event of their own. Those beyond have one as soon as a person answers them. */
const EVENTS: Window = { limit: 600, milliseconds: 10 * MINUTE };
/** Wrong codes. Here no person has signed in yet, so they count by network. */
const GUESSES: Window = { limit: 10, milliseconds: 10 * MINUTE };

/** Limit for all networks of 64 bits in one of 48, which one attacker may own. */
const wide = (window: Window): Window => ({ ...window, limit: 2 * window.limit });

/** Sign-ins that a person continues in a browser of another computer (RFC 8628). Any process of the key service answers. */
export class DeviceSignIns {
  readonly #deps: Deps;
  readonly #bound: WaitingBound;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bound = new WaitingBound(deps, {
      collection: COLLECTION,
      key: ALL,
      lifetime: DEVICE_LOGIN_LIFE,
      signIn: waitingSignInOf,
    });
  }

  /** Begins one. `from`: the networks of the program. Throws KeyRefusal. */
  async begin(asking: DeviceRequest, from: Requester, request: RequestId): Promise<Begun> {
    const { documents, limiter, clock, secrets, record } = this.#deps;
    await this.#take(`device-sign-ins:${from.narrow}`, REQUESTS, 'device-requests');
    if (from.wide !== from.narrow) await this.#take(`device-sign-ins:${from.wide}`, wide(REQUESTS), 'device-requests');
    await this.#bound.makeRoom();
    const isRecorded = (await limiter.take('device-sign-in-events', EVENTS, clock.now())).allowed;
    const deviceCode = bearerSecret('deviceCode', secrets.random(32));
    const shown = userCode(secrets.random(8));
    const id = Buffer.from(secrets.random(16)).toString('base64url');
    const stored: Stored = {
      ...asking,
      requestedAt: clock.now(),
      outcome: 'waiting',
      ...(isRecorded ? {} : { unrecorded: request }),
    };
    const uniqueKeys = [userCodeKey(secrets.hash(shown)), deviceCodeKey(secrets.hash(deviceCode))];
    const { client, ip } = asking;
    const change = changeOf({ id, version: 0, uniqueKeys, stored });
    if (isRecorded) await record.note('key.sign_in_requested', { client }, [change], { id: request, ip });
    else await documents.commit([change]);
    return { deviceCode, userCode: shown, expiresIn: DEVICE_LOGIN_LIFE / SECOND, interval: INTERVAL };
  }

  /** The sign-in that waits for a code, as a person typed it. `from`: the networks of the person. Throws KeyRefusal. */
  async find(typed: string, from: Requester): Promise<PendingSignIn> {
    const { limiter, clock } = this.#deps;
    const windows: readonly (readonly [bucket: string, window: Window])[] = [
      [`device-codes:${from.narrow}`, GUESSES],
      ...(from.wide === from.narrow ? [] : [[`device-codes:${from.wide}`, wide(GUESSES)] as const]),
    ];
    const now = clock.now();
    for (const [bucket, window] of windows) await this.#take(bucket, window, 'device-guesses');
    const code = TypedUserCode.is(typed) ? canonicalUserCode(typed) : undefined;
    const found = code === undefined ? undefined : await this.#read(userCodeKey(this.#deps.secrets.hash(code)));
    if (found?.stored.outcome !== 'waiting') throw new KeyRefusal('DEVICE_LOGIN_NOT_FOUND', 'device-code-unknown');
    for (const [bucket, window] of windows) await limiter.giveBack(bucket, window, now);
    const { requestedAt: _, outcome: __, unrecorded: ___, ...asking } = found.stored;
    return { id: found.id, ...asking };
  }

  /**
   * Ends one that a person did not begin. Throws KeyRefusal. A request without an event gets none: a person who
   * refuses does not sign in, so these events would have no bound.
   */
  async refuse({ id, client }: Pick<PendingSignIn, 'id' | 'client'>): Promise<void> {
    await this.#answer(id, 'refused');
    await this.#deps.record.signInRefusal(client, new KeyRefusal('DEVICE_LOGIN_REFUSED', 'person-refused'));
  }

  /** Keeps the code of a finished sign-in for the program. Throws KeyRefusal for one that has ended or was answered. */
  finish = (id: string, code: string): Promise<void> => this.#answer(id, { code });

  /** The code of the finished sign-in, once. Throws KeyRefusal. */
  async redeem(deviceCode: string): Promise<string> {
    const { secrets, limiter, clock, documents } = this.#deps;
    const ended = (): KeyRefusal => new KeyRefusal('DEVICE_CODE_EXPIRED', 'device-code-ended');
    if (!isBearerSecret('deviceCode', deviceCode)) throw ended();
    const hash = secrets.hash(deviceCode);
    const now = clock.now();
    const { allowed } = await limiter.take(`device-poll:${hash}`, ONE_QUESTION, now);
    if (!allowed) throw new KeyRefusal('SLOW_DOWN', 'device-interval', { retryAfter: INTERVAL });
    const found = await this.#read(deviceCodeKey(hash));
    if (found === undefined) throw ended();
    const { outcome } = found.stored;
    if (outcome === 'waiting') throw new KeyRefusal('AUTHORIZATION_PENDING', 'device-waiting');
    if (outcome === 'refused') throw new KeyRefusal('DEVICE_LOGIN_REFUSED', 'person-refused');
    const { id, version } = found;
    await documents.commit([{ collection: COLLECTION, remove: { id, version } }]).catch((error: unknown) => {
      throw error instanceof VersionConflict ? ended() : error;
    });
    return outcome.code;
  }

  /** Deletes those that ended. Call it now and then. */
  async sweep(): Promise<void> {
    const { documents, clock } = this.#deps;
    await deleteEnded(documents, COLLECTION, ALL, instant(clock.now() - DEVICE_LOGIN_LIFE));
  }

  async #answer(id: string, outcome: Stored['outcome']): Promise<void> {
    const gone = (): KeyRefusal => new KeyRefusal('DEVICE_LOGIN_NOT_FOUND', 'device-code-unknown');
    const [document] = await this.#deps.documents.read([{ collection: COLLECTION, id }]);
    const found = document === undefined ? undefined : this.#living(document);
    if (found?.stored.outcome !== 'waiting') throw gone();
    const { unrecorded, ...asked } = found.stored;
    const change = changeOf({ ...found, stored: { ...asked, outcome } });
    const { client, ip } = asked;
    const written =
      unrecorded === undefined || outcome === 'refused'
        ? this.#deps.documents.commit([change])
        : this.#deps.record.note('key.sign_in_requested', { client }, [change], { id: unrecorded, ip });
    await written.catch((error: unknown) => {
      // Another answer came first.
      throw error instanceof VersionConflict ? gone() : error;
    });
  }

  async #read(uniqueKey: string): Promise<StoredSignIn | undefined> {
    const [document] = await this.#deps.documents.read([{ collection: COLLECTION, uniqueKey }]);
    return document === undefined ? undefined : this.#living(document);
  }

  #living(document: Omit<StoredSignIn, 'stored'> & Readonly<{ body: unknown }>): StoredSignIn | undefined {
    const { id, version, uniqueKeys } = document;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    const stored = document.body as Stored;
    if (this.#deps.clock.now() >= stored.requestedAt + DEVICE_LOGIN_LIFE) return undefined;
    return { id, version, uniqueKeys, stored };
  }

  async #take(bucket: string, window: Window, rule: string): Promise<void> {
    const now = this.#deps.clock.now();
    const { allowed, resetAt } = await this.#deps.limiter.take(bucket, window, now);
    if (!allowed)
      throw new KeyRefusal('RATE_LIMIT_EXCEEDED', rule, { retryAfter: Math.ceil((resetAt - now) / SECOND) });
  }
}

/** Answered ones count too, and end like all others: a caller without an account refuses their own. */
function waitingSignInOf(body: unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
  const { ip, requestedAt } = body as Stored;
  return { ip, since: instant(requestedAt) };
}

const userCodeKey = (hash: string): string => `user-code:${hash}`;
const deviceCodeKey = (hash: string): string => `device-code:${hash}`;

function changeOf({ id, version, uniqueKeys, stored }: StoredSignIn): Change {
  const position = instant(stored.requestedAt);
  const document = { id, version: version + 1, schema: 1, position, keys: [ALL], uniqueKeys, body: stored };
  return { collection: COLLECTION, ...(version === 0 ? { insert: document } : { replace: document }) };
}
