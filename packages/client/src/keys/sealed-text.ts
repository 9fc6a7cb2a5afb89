import { fromBase64Url } from '../content/bytes.ts';
import { asDerivingKey, type ClientKey, type PointKey } from './client-key.ts';
import { decodeBytes, forgedAnswer, SIGNATURE_BYTES } from './sealed-key.ts';

/** A text that the key service sealed to this client. */
export type SealedText = Readonly<{ epk: PointKey; sealed: string; sig: string }>;

const IV_BYTES = 12;

/** Opens an answer without a grant. The signature comes first. Throws KEY_NOT_UNWRAPPED. */
export async function openSealedText(
  { epk, sealed, sig }: SealedText,
  url: string,
  client: ClientKey,
  verifier: CryptoKey,
): Promise<string> {
  const { thumbprint, secretAs } = client.agreementWith(epk);
  const info = ['strongroom/v1/person', url, client.thumbprint, await thumbprint].join('\n');
  const signed = new TextEncoder().encode(['strongroom/v1/answer', info, sealed].join('\n'));
  if (!(await crypto.subtle.verify('Ed25519', verifier, decodeBytes(sig, SIGNATURE_BYTES), signed)))
    throw forgedAnswer();
  const bytes = fromBase64Url(sealed + '='.repeat((4 - (sealed.length % 4)) % 4), Math.floor((sealed.length * 3) / 4));
  if (bytes === undefined) throw forgedAnswer();
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
  const algorithm = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(derived, await secretAs(asDerivingKey), algorithm, false, ['decrypt']);
  const iv = bytes.subarray(0, IV_BYTES);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(IV_BYTES)).catch(() => {
    throw forgedAnswer();
  });
  return new TextDecoder().decode(text);
}
