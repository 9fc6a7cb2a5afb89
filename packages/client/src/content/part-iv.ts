import { type Bytes, ownBytes } from './bytes.ts';
import { IV_BYTES } from './sealed.ts';

/** Encrypts with AES-256-GCM and the key of the file; the tag may follow the ciphertext. */
type Encrypt = (iv: Bytes, plain: Bytes) => Uint8Array | Promise<Uint8Array>;

const LABEL = new TextEncoder().encode('strongroom-upload-parts-2');

/** SHA-256 of a content. */
export const digestOf = async (content: Bytes): Promise<Bytes> => ownBytes(await sha256(content));

/**
 * The iv of a ciphertext that is sent in parts, from the SHA-256 of its plaintext. The same key and content have the
 * same iv, so that another process continues the same ciphertext. Another content has another iv, so that no iv is used
 * for two. It is a block that only the key can make: it tells nothing about the content to those who do not have the key.
 */
export async function ivOfContent(digest: Bytes, encrypt: Encrypt): Promise<Bytes> {
  const all = new Uint8Array(LABEL.length + digest.length);
  all.set(LABEL);
  all.set(digest, LABEL.length);
  const whole = await sha256(all);
  const block = await encrypt(whole.slice(0, IV_BYTES), whole.slice(IV_BYTES, 2 * IV_BYTES));
  return ownBytes(block.subarray(0, IV_BYTES));
}

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
