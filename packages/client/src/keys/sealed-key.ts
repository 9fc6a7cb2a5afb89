import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64Url } from '../content/bytes.ts';
import { asDerivingKey, type ClientKey, type PointKey, sha256 } from './client-key.ts';

/** A data key as the key service answers it. */
export type SealedKey = Readonly<{ epk: PointKey; wrapped_key: string; sig: string }>;

/** The request that an answer must belong to. */
type AskedFor = Readonly<{ url: string; file: string; op: string; grant: string }>;

const WRAPPED_BYTES = 40;
export const SIGNATURE_BYTES = 64;

/** Forms of a data key: `hidden` means that no script can read its bytes. */
export type KeyForm = Readonly<{ isHidden: boolean }>;

/** The parts of an answer that keys are derived from and signatures cover. */
type SealedAnswer = Readonly<{ info: string; signed: Bytes; key: Bytes; signature: Bytes }>;

/** The parts of an answer, once both hashes are known. Throws KEY_NOT_UNWRAPPED. */
export function answerOf(
  { wrapped_key: wrapped, sig }: SealedKey,
  { url, file, op }: AskedFor,
  { grant, client, ephemeral }: Readonly<{ grant: string; client: string; ephemeral: string }>,
): SealedAnswer {
  const info = ['strongroom/v1/unwrap', url, file, op, grant, client, ephemeral].join('\n');
  const signed = new TextEncoder().encode(['strongroom/v1/answer', info, wrapped].join('\n'));
  return { info, signed, key: decodeBytes(wrapped, WRAPPED_BYTES), signature: decodeBytes(sig, SIGNATURE_BYTES) };
}

/** Opens an answer and gives the bytes of its key. */
export type OpenBytes = (
  sealed: SealedKey,
  asked: AskedFor,
  client: ClientKey,
  verifier: CryptoKey,
) => Promise<Uint8Array>;

/** With Web Crypto. */
export const openBytes: OpenBytes = async (...answer) =>
  new Uint8Array(await crypto.subtle.exportKey('raw', await openSealed(...answer, { isHidden: false })));

/**
 * Opens an answer. The signature comes first: without it, another one could choose the key of an upload. Throws
 * KEY_NOT_UNWRAPPED.
 */
export async function openSealed(
  sealed: SealedKey,
  asked: AskedFor,
  client: ClientKey,
  verifier: CryptoKey,
  { isHidden }: KeyForm,
): Promise<CryptoKey> {
  const { thumbprint, secretAs } = client.agreementWith(sealed.epk);
  const hashes = { grant: await sha256(asked.grant), client: client.thumbprint, ephemeral: await thumbprint };
  const { info, signed, key, signature } = answerOf(sealed, asked, hashes);
  if (!(await crypto.subtle.verify('Ed25519', verifier, signature, signed))) throw forgedAnswer();
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
  const algorithm = { name: 'AES-KW', length: 256 };
  const kek = await crypto.subtle.deriveKey(derived, await secretAs(asDerivingKey), algorithm, false, ['unwrapKey']);
  return crypto.subtle
    .unwrapKey('raw', key, kek, 'AES-KW', 'AES-GCM', !isHidden, [asked.op === 'seal' ? 'encrypt' : 'decrypt'])
    .catch(() => {
      throw forgedAnswer();
    });
}

/** The bytes of base64url of a known length. Throws KEY_NOT_UNWRAPPED. */
export function decodeBytes(text: string, length: number): Bytes {
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  const bytes = typeof text === 'string' ? fromBase64Url(text + padding, length) : undefined;
  if (bytes === undefined) throw forgedAnswer();
  return bytes;
}

export const forgedAnswer = (): StrongroomError =>
  new StrongroomError('KEY_NOT_UNWRAPPED', {
    message:
      'The answer was not made by your key service for this file: it was changed on its way, or the key service is another one.',
  });
