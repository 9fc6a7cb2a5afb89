import { createDecipheriv, createHmac, createSecretKey, hash, KeyObject, verify } from 'node:crypto';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { SecretForm } from '../keys/client-key.ts';
import { type KeyServiceOptions, unwrapperWith } from '../keys/key-service.ts';
import { answerOf, forgedAnswer, type OpenBytes } from '../keys/sealed-key.ts';

/** RFC 3394, 2.2.3.1. */
const INITIAL_VALUE = Buffer.alloc(8, 0xa6);
const HASH_BYTES = 32;
/** RFC 5869, 2.3: the number of the only block of output. */
const BLOCK = Buffer.of(1);

/** The extracted key of HKDF (RFC 5869, 2.2) without a salt: the same for all answers of a batch. */
const asExtractedKey: SecretForm<KeyObject> = (secret) => {
  const extracted = createHmac('sha256', Buffer.alloc(HASH_BYTES)).update(secret).digest();
  const key = createSecretKey(extracted);
  extracted.fill(0);
  return key;
};

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
  const kek = createHmac('sha256', await secretAs(asExtractedKey))
    .update(info)
    .update(BLOCK)
    .digest();
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
