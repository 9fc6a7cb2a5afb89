import './needed-node.ts';
import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper, WrappedDataKey } from '../base/key-unwrapper.ts';
import { type RetryTime, realTime, withRetries } from '../http/retries.ts';
import { crc32c } from './crc32c.ts';
import { kmsFailure } from './kms-failure.ts';

type Checksum = Readonly<{ value: number | string }>;
type Request = Readonly<{
  name: string;
  ciphertext: Uint8Array;
  ciphertextCrc32c: Checksum;
  additionalAuthenticatedData?: Uint8Array;
  additionalAuthenticatedDataCrc32c?: Checksum;
}>;
type Answer = Readonly<{
  plaintext?: Uint8Array | string | null;
  plaintextCrc32c?: Readonly<{ value?: number | string | Readonly<{ toString: () => string }> | null }> | null;
}>;

/** The part of the `@google-cloud/kms` client that this module uses. */
export interface DecryptingClient {
  decrypt: (
    request: Request,
    options: Readonly<{ timeout: number; retry: null }>,
  ) => Promise<readonly [Answer, ...unknown[]]>;
}

type ClientOptions = Readonly<Record<string, string | number | boolean | object | undefined>>;

type Options = Readonly<{
  /** Your client. Without one, a KeyManagementServiceClient is created for the first key. */
  client?: DecryptingClient | undefined;
  /** Options of that client; by default it uses the credentials of the environment. */
  clientOptions?: ClientOptions | undefined;
  /** Milliseconds for one attempt. 10 000. */
  deadline?: number | undefined;
  /** Time and randomness; tests supply their own. */
  time?: RetryTime | undefined;
}>;

const DEADLINE_MS = 10_000;
const ATTEMPTS = 3;
/** More than all the waits between so few attempts. */
const MAX_WAIT_MS = 10_000;
const KEY_NAME = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/;

/**
 * Key management by Google Cloud KMS; install `@google-cloud/kms` beside this package. Requests and replies carry
 * checksums. Damaged replies are requested again, and so is an unavailable service: three attempts in all. Throws
 * KEY_NOT_UNWRAPPED, KEY_SERVICE_UNAVAILABLE, NO_KEY_MANAGEMENT.
 */
export function cloudKmsUnwrapper({
  client,
  clientOptions,
  deadline = DEADLINE_MS,
  time = realTime,
}: Options = {}): KeyUnwrapper {
  let made: Promise<DecryptingClient> | undefined;
  const clientOf = (): Promise<DecryptingClient> => {
    made ??= client === undefined ? defaultClient(clientOptions) : Promise.resolve(client);
    return made;
  };
  return {
    unwrap: async (wrapped) => {
      if (!KEY_NAME.test(wrapped.kmsKeyId)) throw failed('The name is not that of a key of Cloud KMS.');
      const request = requestFor(wrapped);
      const kms = await clientOf();
      let left = ATTEMPTS;
      const ask = async (): Promise<Uint8Array> => {
        while (left-- > 0) {
          wrapped.signal?.throwIfAborted();
          const key = undamaged(await decrypted(kms, request, deadline));
          if (key !== undefined) return key;
        }
        throw failed('What Cloud KMS answers is damaged on the way.');
      };
      return withRetries(ask, { attempts: ATTEMPTS, waiting: MAX_WAIT_MS, time }, wrapped.signal);
    },
  };
}

const failed = (message: string): StrongroomError => new StrongroomError('KEY_NOT_UNWRAPPED', { message });

async function decrypted(kms: DecryptingClient, request: Request, timeout: number): Promise<Answer> {
  try {
    const [answer] = await kms.decrypt(request, { timeout, retry: null });
    return answer;
  } catch (error) {
    throw kmsFailure(error);
  }
}

function requestFor({ kmsKeyId: name, wrappedDek, aad }: WrappedDataKey): Request {
  const ciphertext = Buffer.from(wrappedDek, 'base64');
  const request = { name, ciphertext, ciphertextCrc32c: { value: crc32c(ciphertext) } };
  if (aad === null) return request;
  const data = Buffer.from(aad, 'base64');
  return {
    ...request,
    additionalAuthenticatedData: data,
    additionalAuthenticatedDataCrc32c: { value: crc32c(data) },
  };
}

/** The key, unless its checksum is wrong or missing. Google's client checks neither. */
function undamaged({ plaintext, plaintextCrc32c }: Answer): Uint8Array | undefined {
  const key = typeof plaintext === 'string' ? Buffer.from(plaintext, 'base64') : (plaintext ?? undefined);
  const checksum = plaintextCrc32c?.value;
  if (key === undefined || checksum === undefined || checksum === null) return undefined;
  if (Number(checksum.toString()) === crc32c(key)) return key;
  key.fill(0);
  return undefined;
}

/** Loaded for the first key: users of another key management need not install it. */
async function defaultClient(clientOptions: ClientOptions | undefined): Promise<DecryptingClient> {
  const { KeyManagementServiceClient } = await import('@google-cloud/kms').catch((cause: unknown) => {
    throw new StrongroomError('NO_KEY_MANAGEMENT', {
      message: 'Install @google-cloud/kms beside this package.',
      cause,
    });
  });
  const client = new KeyManagementServiceClient(clientOptions);
  return { decrypt: async (request, options) => client.decrypt(request, options) };
}
