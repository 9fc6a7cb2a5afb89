import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { KmsKeyId, WrappedKey } from '@strongroom/domain';
import { RandomPool } from '@strongroom/store-kit/node';

/** A wrapped key: one byte for the format, then IV, ciphertext and tag of AES-256-GCM (NIST SP 800-38D), in base64. */
const FORMAT = 1;
const IV = 12;
const KEY = 32;
const TAG = 16;
const LENGTH = 1 + IV + KEY + TAG;

/** In advance: an attacker who reads the memory of this process reads the keys that wrap its data keys as well. */
const drawn = new RandomPool({ length: KEY + IV, uses: 32 });

/**
 * Wraps a new random 256-bit data key with a key-encryption key and wipes the plaintext. The id of the key-encryption key is
 * authenticated, so the wrapped key cannot be unwrapped under another id.
 */
export const wrapNewKey = (kek: Uint8Array, id: KmsKeyId): WrappedKey =>
  drawn.lend((bytes) => {
    const iv = bytes.subarray(KEY);
    const cipher = createCipheriv('aes-256-gcm', kek, iv).setAAD(bindingTo(id));
    const wrapped = Buffer.allocUnsafe(LENGTH);
    wrapped[0] = FORMAT;
    wrapped.set(iv, 1);
    wrapped.set(cipher.update(bytes.subarray(0, KEY)), 1 + IV);
    cipher.final(); // empty, as GCM is a stream cipher
    wrapped.set(cipher.getAuthTag(), LENGTH - TAG);
    return written(wrapped);
  });

/** Base64 makes four characters of three bytes. */
const TEXT_LENGTH = Math.ceil(LENGTH / 3) * 4;

const isWrapped = (text: string): text is WrappedKey => text.length === TEXT_LENGTH;

function written(wrapped: Buffer): WrappedKey {
  const text = wrapped.toString('base64');
  if (!isWrapped(text)) throw new Error('a wrapped key is malformed');
  return text;
}

/** The bytes of a wrapped key; undefined unless the text is exactly the base64 of one. */
export function readWrapped(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === LENGTH && bytes[0] === FORMAT && bytes.toString('base64') === text ? bytes : undefined;
}

/** The 32 bytes of the data key; undefined if the tag is wrong: another key, or a changed text. */
export function openWrapped(wrapped: Uint8Array, kek: Uint8Array, id: KmsKeyId): Uint8Array | undefined {
  const decipher = createDecipheriv('aes-256-gcm', kek, wrapped.subarray(1, 1 + IV), { authTagLength: TAG })
    .setAAD(bindingTo(id))
    .setAuthTag(wrapped.subarray(LENGTH - TAG));
  const dataKey = decipher.update(wrapped.subarray(1 + IV, LENGTH - TAG));
  try {
    decipher.final();
  } catch {
    dataKey.fill(0);
    return undefined;
  }
  const own = new Uint8Array(dataKey); // not a slice of Node's shared buffer pool
  dataKey.fill(0);
  return own;
}

const bindingTo = (id: KmsKeyId): Uint8Array => Buffer.from(`strongroom-data-key-${FORMAT}:${id}`);
