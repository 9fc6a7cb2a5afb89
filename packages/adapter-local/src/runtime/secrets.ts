import { createCipheriv, createDecipheriv, createHmac, hash as hashAtOnce, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretHash } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

const SHORTEST = 16;
const IV = 12;
const TAG = 16;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Secrets of a service from its one secret, the same on every instance that has it. A text counts as its UTF-8 bytes.
 * Throws TypeError below 16 bytes. The message of no error holds any of it.
 */
export function createSecrets(master: Uint8Array | string): Secrets {
  const bytes = Buffer.from(master);
  if (bytes.length < SHORTEST) throw new TypeError(`the secret of the service has at least ${SHORTEST} bytes`);
  // One key for each use, so that nothing made for one of them means anything to the other (RFC 5869).
  const derivingKey = hkdf(bytes, 'strongroom-derive-1');
  const sealingKey = hkdf(bytes, 'strongroom-seal-1');
  return {
    random: (count) => Uint8Array.from(randomBytes(count)),
    hash,
    derive: (purpose, subject) => keyed(derivingKey, purpose, subject),
    seal: (purpose, text) => seal(keyed(sealingKey, purpose), text),
    unseal: (purpose, sealed) => unseal(keyed(sealingKey, purpose), sealed),
  };
}

const isHash = (text: string): text is SecretHash => text.length === 43;

function hash(secret: string): SecretHash {
  // At once: an object of Node's that is made for each call and collected later costs twice the time.
  const text = hashAtOnce('sha256', secret, 'base64url');
  if (!isHash(text)) throw new Error('a hash of another length than SHA-256');
  return text;
}

const hkdf = (secret: Uint8Array, use: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), use, 32));

/** HMAC-SHA-256 of a list of texts, written so that no two lists look the same. */
function keyed(key: Uint8Array, ...texts: readonly string[]): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(JSON.stringify(texts)).digest());
}

function seal(key: Uint8Array, text: string): string {
  if (LONE_SURROGATE.test(text)) throw new TypeError('a text with lone surrogates cannot be sealed');
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function unseal(key: Uint8Array, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV + TAG || bytes.toString('base64url') !== sealed) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG }).setAuthTag(
    bytes.subarray(-TAG),
  );
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
