import type { KeyManagementServiceClient, protos } from '@google-cloud/kms';
import { type KeyBinding, KeyDestroyed, type KeyUnwrapper, NotAuthentic, Unavailable } from '@strongroom/ports';
import { crc32c } from '../crc32c.ts';
import { aadOf, kindOf } from '../key-names.ts';
import { failureOf, KmsFailure } from '../kms-failure.ts';
import { KmsOperation, OPERATION_DEADLINES } from '../operation.ts';

type Answer = protos.google.cloud.kms.v1.IDecryptResponse;

export type CloudKmsUnwrapperOptions = Readonly<{
  client: KeyManagementServiceClient;
  /** `projects/P/locations/L/keyRings/R` of the room service. Keys elsewhere are unknown. */
  keyRing: string;
  scope: 'room' | 'organisation';
  /** Whether the room service binds wrapped keys to organisation, room and file. */
  isBound: boolean;
}>;

/**
 * Opens data keys with Cloud KMS, with an identity that may decrypt. The room service has another identity, and never loads
 * this module.
 */
export class CloudKmsUnwrapper implements KeyUnwrapper {
  readonly scope: 'room' | 'organisation';
  readonly #options: CloudKmsUnwrapperOptions;
  #isClosed = false;

  constructor(options: CloudKmsUnwrapperOptions) {
    this.scope = options.scope;
    this.#options = options;
  }

  async unwrap(wrappedDek: string, kmsKeyId: string, binding?: KeyBinding): Promise<Uint8Array> {
    this.#refuseClosed();
    const { client, keyRing, isBound } = this.#options;
    if (kindOf(keyRing, kmsKeyId) === undefined) throw new KeyDestroyed();
    const ciphertext = Buffer.from(wrappedDek, 'base64');
    const aad = isBound && binding !== undefined ? aadOf(binding) : undefined;
    const request = {
      name: kmsKeyId,
      ciphertext,
      ciphertextCrc32c: { value: crc32c(ciphertext) },
      ...(aad && { additionalAuthenticatedData: aad, additionalAuthenticatedDataCrc32c: { value: crc32c(aad) } }),
    };
    return KmsOperation.run(OPERATION_DEADLINES, async (operation) => {
      try {
        return await operation.call(
          (options) => client.decrypt(request, options),
          ([answer]) => plaintextOf(answer),
        );
      } catch (error) {
        const { code } = failureOf(error);
        // A disabled version answers as a destroyed one: neither opens anything now.
        if (code === 'NOT_FOUND' || code === 'FAILED_PRECONDITION') throw new KeyDestroyed();
        if (code === 'INVALID_ARGUMENT') throw new NotAuthentic();
        throw error;
      }
    });
  }

  /** A call to decrypt uses quota and is audited, so none is made for a check. */
  async check(): Promise<void> {
    this.#refuseClosed();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.client.close();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Unavailable('keys', { cause: new Error('the unwrapper is closed') });
  }
}

/** A copy of the key, with a buffer of its own. Google's client does not compare the checksum. */
function plaintextOf({ plaintext, plaintextCrc32c }: Answer): Uint8Array {
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'base64') : Buffer.from(plaintext ?? []);
  const key = new Uint8Array(bytes);
  bytes.fill(0);
  if (String(plaintextCrc32c?.value ?? '') === String(crc32c(key))) return key;
  key.fill(0);
  throw new KmsFailure('CORRUPTED', 'the checksum is wrong');
}
