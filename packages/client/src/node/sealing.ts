import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { StrongroomError } from '../base/error.ts';
import { toBase64 } from '../content/bytes.ts';
import { IV_BYTES, readSeal, type StoredSeal, TAG_BYTES } from '../content/sealed.ts';

export const ALGORITHM = 'aes-256-gcm';

/** A cipher, with a fresh iv unless one is given, and the values to store with the ciphertext when it is complete. */
export function createCipher(
  dek: Uint8Array,
  iv: Uint8Array = randomBytes(IV_BYTES),
): Readonly<{ cipher: CipherGCM; sealed: () => StoredSeal }> {
  const cipher = createCipheriv(ALGORITHM, dek, iv);
  return {
    cipher,
    sealed: () => {
      cipher.final();
      return { iv: toBase64(iv), tag: toBase64(cipher.getAuthTag()) };
    },
  };
}

/** A decipher. Do not release its output before `verifyTag` has passed. Throws IV_MALFORMED, TAG_MALFORMED. */
export function createDecipher(dek: Uint8Array, sealed: StoredSeal): DecipherGCM {
  const { iv, tag } = readSeal(sealed);
  return createDecipheriv(ALGORITHM, dek, iv, { authTagLength: TAG_BYTES }).setAuthTag(tag);
}

/** Throws CONTENT_NOT_AUTHENTIC. */
export function verifyTag(decipher: DecipherGCM): void {
  try {
    decipher.final();
  } catch (cause) {
    throw new StrongroomError('CONTENT_NOT_AUTHENTIC', { cause });
  }
}
