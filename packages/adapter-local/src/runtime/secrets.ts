import { createCipheriv, createDecipheriv, createHmac, hash as hashAtOnce, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretHash } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { isStorable } from '@strongroom/store-kit';
import { RandomPool } from '@strongroom/store-kit/node';

const MIN_SECRET_BYTES = 16;
/** Bytes of a bearer secret. */
const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const secretBytes = new RandomPool({ length: SECRET_BYTES, uses: 64 });
const ivs = new RandomPool({ length: IV_BYTES, uses: 64 });

/** Sealing keys that are remembered. Lists have a dozen purposes; each person has one of their own. */
const MAX_KEYS = 100;

type Master = Uint8Array | string;

/**
 * Derives all secrets of a service from one, equally on every instance. Those after the first are accepted where a caller or a
 * store has something from before a change. A string is used as its UTF-8 bytes. Throws TypeError below 16 bytes. No error
 * message contains any part of the secret.
 */
export function createSecrets(master: Master | readonly [Master, ...Master[]]): Secrets {
  const [first, ...earlier] = typeof master === 'string' || master instanceof Uint8Array ? [master] : master;
  const [now, before] = [keysOf(first), earlier.map(keysOf)];
  return {
    random: (count) =>
      count === SECRET_BYTES
        ? secretBytes.lend((bytes) => Uint8Array.from(bytes))
        : Uint8Array.from(randomBytes(count)),
    hash,
    derive: (purpose, subject) => keyed(now.deriving, purpose, subject),
    deriveEach: (purpose, subject) => [now, ...before].map(({ deriving }) => keyed(deriving, purpose, subject)),
    mac: (key, text) => new Uint8Array(createHmac('sha256', key).update(text, 'utf8').digest()),
    seal: (purpose, text) => seal(now.sealingKey(purpose), text),
    unseal: (purpose, sealed) => {
      for (const { sealingKey } of [now, ...before]) {
        const text = unseal(sealingKey(purpose), sealed);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/** Separate keys for derivation and sealing (RFC 5869). */
function keysOf(master: Master): Readonly<{ deriving: Uint8Array; sealingKey: (purpose: string) => Uint8Array }> {
  const bytes = Buffer.from(master);
  if (bytes.length < MIN_SECRET_BYTES)
    throw new TypeError(`the secret of the service has fewer than ${MIN_SECRET_BYTES} bytes`);
  return { deriving: hkdf(bytes, 'strongroom-derive-1'), sealingKey: keyForEach(hkdf(bytes, 'strongroom-seal-1')) };
}

/** A key for each purpose. To derive one takes longer than to seal a cursor. */
function keyForEach(sealing: Uint8Array): (purpose: string) => Uint8Array {
  const keys = new Map<string, Uint8Array>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    if (keys.size >= MAX_KEYS) keys.clear();
    const key = keyed(sealing, purpose);
    keys.set(purpose, key);
    return key;
  };
}

const isHash = (text: string): text is SecretHash => text.length === 43;

function hash(secret: string): SecretHash {
  // The one-shot function takes half the time of a Hash object.
  const text = hashAtOnce('sha256', secret, 'base64url');
  if (!isHash(text)) throw new Error('the length of a hash is not that of SHA-256');
  return text;
}

const hkdf = (secret: Uint8Array, use: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), use, 32));

/** HMAC-SHA-256 of a list of strings; as JSON, different lists have different encodings. */
function keyed(key: Uint8Array, ...texts: readonly string[]): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(JSON.stringify(texts)).digest());
}

function seal(key: Uint8Array, text: string): string {
  if (!isStorable(text)) throw new TypeError('a string with lone surrogates cannot be sealed');
  return ivs.lend((iv) => {
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  });
}

function unseal(key: Uint8Array, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
