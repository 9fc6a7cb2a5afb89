import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64Url } from '../content/bytes.ts';
import { type ClientKey, type PointKey, sha256 } from './client-key.ts';

/** A data key as the key service answers it. */
export type SealedKey = Readonly<{ epk: PointKey; wrapped_key: string; sig: string }>;

/** The request that an answer must belong to. */
type AskedFor = Readonly<{ url: string; file: string; op: string; grant: string }>;

const WRAPPED_BYTES = 40;
export const SIGNATURE_BYTES = 64;

/** Forms of a data key: `hidden` means that no script can read its bytes. */
export type KeyForm = Readonly<{ isHidden: boolean }>;

/**
 * Opens an answer. The signature comes first: without it, another one could choose the key of an upload. Throws
 * KEY_NOT_UNWRAPPED.
 */
export async function openSealed(
  { epk, wrapped_key: wrapped, sig }: SealedKey,
  { url, file, op, grant }: AskedFor,
  client: ClientKey,
  verifier: CryptoKey,
  { isHidden }: KeyForm,
): Promise<CryptoKey> {
  const { thumbprint, secret } = client.agreementWith(epk);
  const parts = ['strongroom/v1/unwrap', url, file, op, await sha256(grant), client.thumbprint, await thumbprint];
  const info = parts.join('\n');
  const [key, signature] = [bytesOf(wrapped, WRAPPED_BYTES), bytesOf(sig, SIGNATURE_BYTES)];
  const signed = new TextEncoder().encode(['strongroom/v1/answer', info, wrapped].join('\n'));
  if (!(await crypto.subtle.verify('Ed25519', verifier, signature, signed))) throw forged();
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
  const kek = await crypto.subtle.deriveKey(derived, await secret(), { name: 'AES-KW', length: 256 }, false, [
    'unwrapKey',
  ]);
  return crypto.subtle
    .unwrapKey('raw', key, kek, 'AES-KW', 'AES-GCM', !isHidden, [op === 'seal' ? 'encrypt' : 'decrypt'])
    .catch(() => {
      throw forged();
    });
}

/** The bytes of base64url of a known length. Throws KEY_NOT_UNWRAPPED. */
export function bytesOf(text: string, length: number): Bytes {
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  const bytes = typeof text === 'string' ? fromBase64Url(text + padding, length) : undefined;
  if (bytes === undefined) throw forged();
  return bytes;
}

export const forged = (): StrongroomError =>
  new StrongroomError('KEY_NOT_UNWRAPPED', {
    message:
      'The answer was not made by your key service for this file: it was changed on its way, or the key service is another one.',
  });
