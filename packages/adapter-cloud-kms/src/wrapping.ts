import { randomBytes } from 'node:crypto';
import type { KeyManagementServiceClient, protos } from '@google-cloud/kms';
import type { KmsKeyId, WrappedKey } from '@strongroom/domain';
import { crc32c } from './crc32c.ts';
import { isVersionOf } from './key-names.ts';
import { KmsFailure } from './kms-failure.ts';
import type { KmsOperation } from './operation.ts';

type Answer = protos.google.cloud.kms.v1.IEncryptResponse;

const KEY_BYTES = 32;
/** The encrypted key and its authentication tag. */
const MIN_BYTES = KEY_BYTES + 16;
/** Cloud KMS adds a few dozen bytes. */
const MAX_BYTES = 1024;

/**
 * Wraps a new random 256-bit data key with Cloud KMS and wipes the plaintext before it settles. Checks CRC-32C in both
 * directions, which the client does not do. Throws KmsFailure.
 */
export async function wrapNewKey(
  operation: KmsOperation,
  client: KeyManagementServiceClient,
  key: KmsKeyId,
  aad: Uint8Array | undefined,
): Promise<WrappedKey> {
  const dataKey = randomBytes(KEY_BYTES);
  try {
    const request = {
      name: key,
      plaintext: dataKey,
      plaintextCrc32c: { value: crc32c(dataKey) },
      ...(aad && { additionalAuthenticatedData: aad, additionalAuthenticatedDataCrc32c: { value: crc32c(aad) } }),
    };
    return await operation.call(
      (options) => client.encrypt(request, options),
      ([answer]) => ciphertextOf(answer, { key, dataKey, isBound: aad !== undefined }),
    );
  } finally {
    dataKey.fill(0);
  }
}

type Request = Readonly<{ key: KmsKeyId; dataKey: Uint8Array; isBound: boolean }>;

/** INVARIANT: the result is stored and given to callers, so any doubtful reply is refused. */
function ciphertextOf(answer: Answer, { key, dataKey, isBound }: Request): WrappedKey {
  const refuseUnless = (holds: boolean, what: string): void => {
    if (!holds) throw new KmsFailure('CORRUPTED', what);
  };
  refuseUnless(isVersionOf(key, answer.name), 'another key was used');
  refuseUnless(answer.verifiedPlaintextCrc32c === true, 'Cloud KMS did not verify the data key');
  refuseUnless(
    !isBound || answer.verifiedAdditionalAuthenticatedDataCrc32c === true,
    'Cloud KMS did not verify the authenticated data',
  );
  const { ciphertext, ciphertextCrc32c } = answer;
  const bytes = typeof ciphertext === 'string' ? Buffer.from(ciphertext, 'base64') : Buffer.from(ciphertext ?? []);
  // Compares strings, because the checksum is a string, and a missing checksum must not equal that of no bytes.
  refuseUnless(String(ciphertextCrc32c?.value ?? '') === String(crc32c(bytes)), 'the checksum is wrong');
  refuseUnless(bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES, 'the length is not that of a wrapped key');
  refuseUnless(!bytes.includes(dataKey), 'it contains the plaintext data key');
  return written(bytes);
}

const isWrapped = (text: string): text is WrappedKey => text !== '';

function written(bytes: Buffer): WrappedKey {
  const text = bytes.toString('base64');
  if (!isWrapped(text)) throw new TypeError('the wrapped key is empty');
  return text;
}
