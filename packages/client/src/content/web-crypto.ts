import { StrongroomError } from '../base/error.ts';
import { type Bytes, toBase64 } from './bytes.ts';
import { IV_BYTES, readSeal, type StoredSeal, TAG_BYTES } from './sealed.ts';

const ALGORITHM = 'AES-GCM';

/** The ciphertext, followed by its tag. */
export const encryptedWith = async (iv: Bytes, plain: Bytes, key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv, tagLength: TAG_BYTES * 8 }, key, plain));

/** Uses a fresh iv unless one is given, which must be made of the content: no iv is ever used for two contents. */
export async function encryptContent(
  plain: Bytes,
  key: CryptoKey,
  iv: Bytes = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): Promise<Readonly<{ ciphertext: Bytes; sealed: StoredSeal }>> {
  const both = await encryptedWith(iv, plain, key);
  return {
    ciphertext: both.subarray(0, plain.length),
    sealed: { iv: toBase64(iv), tag: toBase64(both.subarray(plain.length)) },
  };
}

/**
 * The verified plaintext. `room` holds the ciphertext, followed by space for the tag. Throws CONTENT_NOT_AUTHENTIC,
 * IV_MALFORMED, TAG_MALFORMED.
 */
export async function decryptContent(room: Bytes, sealed: StoredSeal, key: CryptoKey): Promise<Bytes> {
  const { iv, tag } = readSeal(sealed);
  room.set(tag, room.length - TAG_BYTES);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: ALGORITHM, iv, tagLength: TAG_BYTES * 8 }, key, room));
  } catch (cause) {
    throw new StrongroomError('CONTENT_NOT_AUTHENTIC', { cause });
  }
}
