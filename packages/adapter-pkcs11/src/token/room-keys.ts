import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TokenFailure } from '../process/token-failure.ts';
import { encryptInToken, refuseUnkeptAttributes } from './fitness.ts';
import type { Handle } from './library.ts';
import type { Session } from './session.ts';
import {
  bindingOf,
  dataObjectTemplate,
  IV_BYTES,
  KEY_BYTES,
  labelledKeyTemplate,
  newKeyTemplate,
  roomKeyTemplate,
  WRAPPED_FORMAT,
} from './templates.ts';

/** An object that the token holds from the first key on. Where it is missing, this is another token, or it was emptied. */
const ANCHOR = 'strongroom';
const MAX_HANDLES = 10_000;
const MAX_LISTED = 1_000_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Milliseconds to wait for another process that is destroying the same key. */
const OTHERS_MS = 1000;
const POLL_MS = 10;
/** Milliseconds in which a library may show that a key is gone, and not yet the note that was written before. */
const UNSEEN_MS = 300;

const intended = (uuid: string): string => `destroying ${uuid}`;
const destroyed = (uuid: string): string => `destroyed ${uuid}`;
const written = (time: number): string => new Date(time).toISOString();

/** The keys of rooms in one token. */
export class RoomKeys {
  readonly #session: Session;
  /** Searching a token takes longer the more keys it has. In order of use, the oldest first. */
  readonly #handles = new Map<string, Handle>();
  #anchor: Handle | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether no key was ever made in this token. */
  get isNew(): boolean {
    if (this.#anchor === undefined || !this.#isStill(this.#anchor, ANCHOR)) [this.#anchor] = this.#find(ANCHOR);
    return this.#anchor === undefined;
  }

  /** Makes a key and returns its UUID. */
  create(): string {
    const { api } = this.#session;
    if (this.isNew) this.#note(ANCHOR, 'version 1');
    const uuid = randomUUID();
    const key = this.#session.ask((p11, session) =>
      p11.C_GenerateKey(session, { mechanism: api.CKM_AES_KEY_GEN }, newKeyTemplate(api, uuid)),
    );
    try {
      refuseUnkeptAttributes(this.#session, key);
    } catch (error) {
      this.#remove(key);
      throw error;
    }
    this.#remember(uuid, key);
    return uuid;
  }

  /** Wraps a new data key and wipes the plaintext; undefined if the token has no such key. */
  wrap(uuid: string, kmsKeyId: string): Buffer | undefined {
    const remembered = this.#handles.get(uuid);
    if (remembered !== undefined && this.#isStill(remembered, uuid)) {
      this.#remember(uuid, remembered);
      const wrapped = this.#wrapWith(remembered, kmsKeyId);
      if (wrapped !== undefined) return wrapped;
    }
    this.#handles.delete(uuid);
    const key = this.#keyOf(uuid);
    if (key === undefined) return undefined;
    this.#remember(uuid, key);
    return this.#wrapWith(key, kmsKeyId);
  }

  /**
   * Destroys the key and returns the time of destruction, the same on every call; undefined for a key that this token never
   * had. A note of the intention is written first, so that a destruction that was interrupted does not look like an unknown
   * key. The token destroys a key once: of several processes the one that succeeded notes the time, and others wait for it.
   */
  async destroy(uuid: string, now: number): Promise<number | undefined> {
    this.#handles.delete(uuid);
    const before = this.#timeOf(destroyed(uuid));
    if (before !== undefined) return before;
    const key = this.#keyOf(uuid);
    if (key === undefined) return this.#timeOfOther(uuid);
    const own = this.#note(intended(uuid), written(now));
    if (!this.#remove(key)) {
      this.#remove(own);
      return this.#timeOfOther(uuid);
    }
    this.#note(destroyed(uuid), written(now));
    for (const note of this.#find(intended(uuid))) this.#remove(note);
    return now;
  }

  /** The key, or why there is none. */
  find(uuid: string): Handle | 'destroyed' | 'unknown' {
    const key = this.#keyOf(uuid);
    // A destruction that was interrupted leaves key and intention: the key counts as destroyed.
    const isDestroyed = [destroyed(uuid), intended(uuid)].some((label) => this.#find(label).length > 0);
    return isDestroyed ? 'destroyed' : (key ?? 'unknown');
  }

  /** The UUIDs of all keys, also of those whose destruction was interrupted. */
  list(): readonly string[] {
    const { api } = this.#session;
    return this.#session
      .find(roomKeyTemplate(api), MAX_LISTED)
      .map((key) => this.#orGone(() => this.#session.attributes(key, [api.CKA_LABEL])[0])?.toString() ?? '')
      .filter((label) => UUID.test(label));
  }

  /** Throws TokenFailure unless the token answers and holds what it held. `isNew`: it held nothing yet. */
  check({ isNew }: Readonly<{ isNew: boolean }>): void {
    this.#session.check();
    if (!isNew) this.#requireAnchor();
  }

  #keyOf(uuid: string): Handle | undefined {
    const [key] = this.#session.find(labelledKeyTemplate(this.#session.api, uuid));
    if (key === undefined) this.#requireAnchor();
    return key;
  }

  /** INVARIANT: "not found" in a token that lost everything must not be taken for "destroyed". */
  #requireAnchor(): void {
    if (this.isNew)
      throw new TokenFailure('lost', 'EMPTY', 'the token holds nothing of this service: it was emptied, or is another');
  }

  /** A library may use the handle of a destroyed object for another one. */
  #isStill(object: Handle, label: string): boolean {
    return this.#orGone(() => this.#session.attributes(object, [this.#session.api.CKA_LABEL])[0])?.toString() === label;
  }

  #wrapWith(key: Handle, kmsKeyId: string): Buffer | undefined {
    const dataKey = randomBytes(KEY_BYTES);
    const iv = randomBytes(IV_BYTES);
    try {
      const encrypted = this.#orGone(() => encryptInToken(this.#session, key, dataKey, iv, bindingOf(kmsKeyId)));
      return encrypted && Buffer.concat([Buffer.of(WRAPPED_FORMAT), iv, encrypted]);
    } finally {
      dataKey.fill(0);
    }
  }

  /** Returns false if the object was gone already. */
  #remove(object: Handle): boolean {
    return (
      this.#orGone(() => this.#session.ask((p11, session) => p11.C_DestroyObject(session, object)) ?? true) ?? false
    );
  }

  #orGone<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const isGone = error instanceof TokenFailure && /^CKR_(OBJECT|KEY)_HANDLE_INVALID$/.test(error.code);
      if (isGone) return undefined;
      throw error;
    }
  }

  #find(label: string): readonly Handle[] {
    return this.#session.find(dataObjectTemplate(this.#session.api, label));
  }

  #note(label: string, value: string): Handle {
    return this.#session.ask((p11, session) =>
      p11.C_CreateObject(session, dataObjectTemplate(this.#session.api, label, value)),
    );
  }

  /**
   * The time that the process noted that destroyed the key. Where it stopped before that, its intention counts after a
   * while. Undefined if the destruction of such a key was never requested.
   */
  async #timeOfOther(uuid: string): Promise<number | undefined> {
    const began = Date.now();
    for (const deadline = began + OTHERS_MS; ; await pause(POLL_MS)) {
      // In this order: an intention is removed after the time was noted.
      const intention = this.#timeOf(intended(uuid));
      const time = this.#timeOf(destroyed(uuid));
      if (time !== undefined) return time;
      if (intention === undefined && Date.now() >= began + UNSEEN_MS) return undefined;
      if (intention !== undefined && Date.now() >= deadline) this.#note(destroyed(uuid), written(intention));
    }
  }

  /** The earliest time in the notes with this label. */
  #timeOf(label: string): number | undefined {
    const values = this.#find(label).flatMap((note) => {
      const read = this.#orGone(() => this.#session.attributes(note, [this.#session.api.CKA_VALUE])[0]);
      return read === undefined ? [] : [Date.parse(read.toString())];
    });
    if (values.some(Number.isNaN)) throw new TokenFailure('failed', 'NOTE', 'the note of a destruction is damaged');
    return values.length === 0 ? undefined : Math.min(...values);
  }

  #remember(uuid: string, key: Handle): void {
    this.#handles.delete(uuid);
    this.#handles.set(uuid, key);
    const [oldest] = this.#handles.keys();
    if (this.#handles.size > MAX_HANDLES && oldest !== undefined) this.#handles.delete(oldest);
  }
}
