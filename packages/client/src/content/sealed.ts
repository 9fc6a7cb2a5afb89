import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64 } from './bytes.ts';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** Stored by the service with a ciphertext, in base64. */
export type StoredSeal = Readonly<{ iv: string; tag: string }>;
export type DecodedSeal = Readonly<{ iv: Bytes; tag: Bytes }>;

/** Throws IV_MALFORMED, TAG_MALFORMED. */
export function readSeal(sealed: StoredSeal): DecodedSeal {
  const iv = fromBase64(sealed.iv, IV_BYTES);
  if (iv === undefined) throw new StrongroomError('IV_MALFORMED');
  const tag = fromBase64(sealed.tag, TAG_BYTES);
  if (tag === undefined) throw new StrongroomError('TAG_MALFORMED');
  return { iv, tag };
}
