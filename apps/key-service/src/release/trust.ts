import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { type Instant, instant } from '@strongroom/domain';
import {
  type Change,
  type Clock,
  type DocumentStore,
  DuplicateKey,
  type Log,
  type SignatureKey,
  VersionConflict,
} from '@strongroom/ports';
import { errorForLog } from '@strongroom/store-kit';
import { fromBase64url } from '../tokens/base64url.ts';
import { afterSet, isTrusted, type SeenSet, type TrustedKey } from './known-keys.ts';

/** Fetches the text of the key set: a file or an address. */
export type FetchKeys = () => Promise<string>;

type Deps = Readonly<{
  documents: DocumentStore;
  clock: Pick<Clock, 'now'>;
  log: Log;
  fetchKeys: FetchKeys;
  /** Whether a set is taken that holds none of the earlier keys. */
  areOthersTrusted: boolean;
  /** Writes an event about a changed set. */
  record: (data: Readonly<Record<string, string>>) => Promise<void>;
}>;

/** Milliseconds. */
const FRESH = 60_000;
const LAST_GOOD = 3_600_000;
const UNKNOWN_KID_PAUSE = 30_000;

const COLLECTION = 'trusted-keys';
const ID = 'room-service';
/** Maximum number of keys of a set that are looked at. */
const MAX_KEYS = 20;
const MAX_ATTEMPTS = 5;
export const TRUST_REF = { collection: COLLECTION, id: ID } as const;

/**
 * The keys of the room service. A set that holds none of the earlier keys may be another service's, and is not taken before
 * the operator accepts one of its keys. A set is fresh for a minute; without an answer the last good one serves for an hour, and then
 * nothing is trusted.
 */
export class RoomServiceTrust {
  readonly #deps: Deps;
  #keys = new Map<string, KeyObject>();
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  /** The set that was refused last. */
  #refused: string | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Milliseconds since the keys of the room service were read; infinite before the first time. */
  get age(): number {
    return this.#deps.clock.now() - this.#fetchedAt;
  }

  /** Whether any key is trusted now. */
  get isReady(): boolean {
    return this.#keys.size > 0 && this.age < LAST_GOOD;
  }

  /** The keys that may have signed a grant with this header. Waits for a fetch only where it can help. */
  async keysFor(kid: string | undefined): Promise<(kid: string) => KeyObject | undefined> {
    const isUnknown = kid !== undefined && !this.#keys.has(kid);
    if (this.#sinceAsked >= UNKNOWN_KID_PAUSE && (isUnknown || this.age >= FRESH)) {
      const refreshed = this.refresh();
      if (isUnknown || !this.isReady) await refreshed;
    }
    const trusted = new Set((await this.#stored()).keys.filter(isTrusted).map((key) => key.kid));
    return (asked) => (this.isReady && trusted.has(asked) ? this.#keys.get(asked) : undefined);
  }

  /** Asks for the set. Never rejects: a set that cannot be read changes nothing, and is logged. */
  refresh(): Promise<void> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #refresh(): Promise<void> {
    this.#askedAt = this.#deps.clock.now();
    try {
      const keys = keysOf(await this.#deps.fetchKeys());
      if (keys.size === 0) throw new KeysUnreadable('the set holds no Ed25519 key');
      if (!(await this.#accepts([...keys.keys()]))) return;
      this.#keys = keys;
      this.#fetchedAt = this.#deps.clock.now();
    } catch (error) {
      this.#deps.log.warn('the keys of the room service cannot be read', {
        reason: errorReason(error),
      });
    }
  }

  /** Whether a set may be used. Records keys that are new, as trusted or as waiting. */
  async #accepts(kids: readonly string[]): Promise<boolean> {
    const { documents, clock, areOthersTrusted } = this.#deps;
    for (let attempt = 1; ; attempt += 1) {
      const { keys: known, version } = await this.#stored();
      const { next, added, isContinued, isTaken } = afterSet(known, kids, { now: clock.now(), areOthersTrusted });
      try {
        if (added.length > 0) await documents.commit([trustChange(next, version, clock.now())]);
      } catch (error) {
        // Another process noted a set.
        const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
        if (!isConflict || attempt >= MAX_ATTEMPTS) throw error;
        continue;
      }
      await this.#report(kids, { added, isContinued, isTaken });
      return isTaken;
    }
  }

  async #report(kids: readonly string[], { added, isContinued, isTaken }: Omit<SeenSet, 'next'>): Promise<void> {
    const { log, record } = this.#deps;
    const set = kids.join(' ');
    const isKnownAlarm = isTaken || this.#refused === set;
    this.#refused = isTaken ? undefined : set;
    const fields = { kids: added.join(' '), continued: isContinued ? 'yes' : 'no', trusted: isTaken ? 'yes' : 'no' };
    if (!isTaken && !isKnownAlarm)
      log.error('alarm: all keys of the room service are new, and none is trusted', {
        alarm: 'room_keys_refused',
        kids: set,
        hint: 'compare them with the room service, then run `strongroom-keys trust accept KID`',
      });
    if (added.length === 0) return;
    if (isTaken && isContinued) log.info('new keys of the room service', fields);
    else if (isTaken) log.error('alarm: all keys of the room service are new', { alarm: 'room_keys_new', ...fields });
    await record(fields);
  }

  #stored = (): Promise<StoredTrust> => storedTrust(this.#deps.documents);

  get #sinceAsked(): number {
    return this.#deps.clock.now() - this.#askedAt;
  }
}

/** The text is not a set of keys. The message quotes neither it nor its address, which may hold a password. */
export class KeysUnreadable extends Error {
  override readonly name = 'KeysUnreadable';
}

/** The reason of a failure in our words: the other side may have written anything. */
export function errorReason(error: unknown): string {
  if (error instanceof KeysUnreadable) return error.message;
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const { error: kind, cause } = errorForLog(error);
  return cause ?? kind;
}

type StoredTrust = Readonly<{ keys: readonly TrustedKey[]; version: number }>;

/** The keys that were seen so far; version 0 before the first. */
export async function storedTrust(documents: Pick<DocumentStore, 'read'>): Promise<StoredTrust> {
  const [document] = await documents.read([TRUST_REF]);
  if (document === undefined) return { keys: [], version: 0 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
  const body = document.body as Readonly<{ keys: readonly TrustedKey[] }>;
  return { keys: body.keys, version: document.version };
}

export function trustChange(keys: readonly TrustedKey[], version: number, now: Instant): Change {
  const body = { keys: keys.map((key) => ({ ...key })) };
  const document = { id: ID, version: version + 1, schema: 1, position: instant(now), keys: [], uniqueKeys: [], body };
  return { collection: COLLECTION, ...(version === 0 ? { insert: document } : { replace: document }) };
}

/** The Ed25519 keys of a JWK set by their thumbprints. Other keys are left out. Throws SyntaxError. */
export function keysOf(text: string): Map<string, KeyObject> {
  const read: unknown = JSON.parse(text);
  const list: unknown = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : undefined;
  const keys = new Map<string, KeyObject>();
  for (const entry of Array.isArray(list) ? list.slice(0, MAX_KEYS) : []) {
    const key = signatureKeyOf(entry);
    if (key === undefined) continue;
    const kid = hash('sha256', JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x }), 'base64url');
    keys.set(kid, createPublicKey({ key: { ...key }, format: 'jwk' }));
  }
  return keys;
}

function signatureKeyOf(entry: unknown): SignatureKey | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { kty, crv, x }: Readonly<Record<string, unknown>> = { ...entry };
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined;
  return fromBase64url(x)?.length === 32 ? { kty, crv, x } : undefined;
}
