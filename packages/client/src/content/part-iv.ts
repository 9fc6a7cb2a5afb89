import { type Bytes, ownBytes } from './bytes.ts';
import { IV_BYTES } from './sealed.ts';

/** Encrypts with AES-256-GCM and the key of the file; the tag may follow the ciphertext. */
type Encrypt = (iv: Bytes, plain: Bytes) => Uint8Array | Promise<Uint8Array>;

const LABEL = new TextEncoder().encode('strongroom-upload-parts-1');
const DIGEST_BYTES = 32;

export const digestOf = async (part: Bytes): Promise<Bytes> => ownBytes(await sha256(part));

/**
 * The iv of a ciphertext that is sent in parts, from the digests of its plaintext parts. The same key and content have the
 * same iv, so that another process continues the same ciphertext. Another content has another iv, so that no iv is used
 * for two. It is a block that only the key can make: it tells nothing about the content to those who do not have the key.
 */
export async function ivOfParts(digests: readonly Bytes[], encrypt: Encrypt): Promise<Bytes> {
  const all = new Uint8Array(LABEL.length + digests.length * DIGEST_BYTES);
  all.set(LABEL);
  for (const [index, digest] of digests.entries()) all.set(digest, LABEL.length + index * DIGEST_BYTES);
  const whole = await sha256(all);
  const block = await encrypt(whole.slice(0, IV_BYTES), whole.slice(IV_BYTES, 2 * IV_BYTES));
  return ownBytes(block.subarray(0, IV_BYTES));
}

export const isSame = (one: Bytes, other: Bytes | undefined): boolean =>
  other !== undefined && one.length === other.length && one.every((byte, index) => byte === other[index]);

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
