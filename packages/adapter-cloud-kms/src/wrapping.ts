import { randomBytes } from 'node:crypto';
import type { KeyManagementServiceClient, protos } from '@google-cloud/kms';
import type { KmsKeyId, WrappedKey } from '@strongroom/domain';
import { crc32c } from './crc32c.ts';
import { isVersionOf } from './key-names.ts';
import { KmsFailure } from './kms-failure.ts';
import type { Operation } from './operation.ts';

type Answer = protos.google.cloud.kms.v1.IEncryptResponse;

const KEY = 32;
/** Nothing that holds an encrypted key with its authentication tag is shorter. */
const SHORTEST = KEY + 16;
/** Cloud KMS adds some dozens of bytes. */
const LONGEST = 1024;

/**
 * A new random 256-bit data key, wrapped by Cloud KMS. Our copy in clear is wiped before this settles. Bytes are checked
 * by CRC-32C in both directions, because the client does not do it. Throws KmsFailure.
 */
export async function wrapNewKey(
  operation: Operation,
  client: KeyManagementServiceClient,
  key: KmsKeyId,
  aad: Uint8Array | undefined,
): Promise<WrappedKey> {
  const dataKey = randomBytes(KEY);
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

type Asked = Readonly<{ key: KmsKeyId; dataKey: Uint8Array; isBound: boolean }>;

/** INVARIANT: what is returned here is stored and given to callers, so whatever is doubtful about it is refused. */
function ciphertextOf(answer: Answer, { key, dataKey, isBound }: Asked): WrappedKey {
  const refuseUnless = (holds: boolean, what: string): void => {
    if (!holds) throw new KmsFailure('CORRUPTED', what);
  };
  refuseUnless(isVersionOf(key, answer.name), 'another key has wrapped');
  refuseUnless(answer.verifiedPlaintextCrc32c === true, 'the data key was not checked on its arrival');
  refuseUnless(
    !isBound || answer.verifiedAdditionalAuthenticatedDataCrc32c === true,
    'what the key is bound to was not checked on its arrival',
  );
  const { ciphertext, ciphertextCrc32c } = answer;
  const bytes = typeof ciphertext === 'string' ? Buffer.from(ciphertext, 'base64') : Buffer.from(ciphertext ?? []);
  // As texts: the checksum comes as one, and none at all must not look like that of nothing.
  refuseUnless(String(ciphertextCrc32c?.value ?? '') === String(crc32c(bytes)), 'its checksum is wrong');
  refuseUnless(bytes.length >= SHORTEST && bytes.length <= LONGEST, 'it has not the length of a wrapped key');
  refuseUnless(!bytes.includes(dataKey), 'it holds the data key in clear');
  return written(bytes);
}

const isWrapped = (text: string): text is WrappedKey => text !== '';

function written(bytes: Buffer): WrappedKey {
  const text = bytes.toString('base64');
  if (!isWrapped(text)) throw new TypeError('nothing was wrapped');
  return text;
}
