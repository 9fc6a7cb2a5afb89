import { createDecipheriv, createSecretKey, hash, hkdfSync, KeyObject, verify } from 'node:crypto';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { SecretForm } from '../keys/client-key.ts';
import { type KeyServiceOptions, unwrapperWith } from '../keys/key-service.ts';
import { answerOf, forgedAnswer, type OpenBytes } from '../keys/sealed-key.ts';

/** RFC 3394, 2.2.3.1. */
const INITIAL_VALUE = Buffer.alloc(8, 0xa6);
const KEY_BYTES = 32;

const asSecretKey: SecretForm<KeyObject> = (secret) => createSecretKey(secret);

const verifiers = new WeakMap<CryptoKey, KeyObject>();

function verifierOf(key: CryptoKey): KeyObject {
  const known = verifiers.get(key) ?? KeyObject.from(key);
  verifiers.set(key, known);
  return known;
}

/**
 * As `openBytes`, without Web Crypto: each of its five calls passes through the thread pool, which takes longer than the
 * cryptography.
 */
export const openAtOnce: OpenBytes = async (sealed, asked, client, verifier) => {
  const { thumbprint, secretAs } = client.agreementWith(sealed.epk);
  const grant = hash('sha256', asked.grant, 'base64url');
  const hashes = { grant, client: client.thumbprint, ephemeral: await thumbprint };
  const { info, signed, key, signature } = answerOf(sealed, asked, hashes);
  if (!verify(null, signed, verifierOf(verifier), signature)) throw forgedAnswer();
  const kek = new Uint8Array(hkdfSync('sha256', await secretAs(asSecretKey), '', info, KEY_BYTES));
  try {
    const decipher = createDecipheriv('id-aes256-wrap', kek, INITIAL_VALUE);
    const opened = decipher.update(key);
    decipher.final();
    return opened;
  } catch {
    throw forgedAnswer();
  } finally {
    kek.fill(0);
  }
};

/**
 * Key management by a key service, as `keyServiceUnwrapper` of browsers. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE; unwrapping
 * throws KEY_NOT_UNWRAPPED, KEY_SERVICE_CHANGED, KEY_SERVICE_UNAVAILABLE, or a code of the key service.
 */
export const keyServiceUnwrapper = (options: KeyServiceOptions): KeyUnwrapper => unwrapperWith(options, openAtOnce);
