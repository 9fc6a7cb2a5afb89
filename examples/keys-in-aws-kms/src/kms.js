import {
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  KMSClient,
  ListKeysCommand,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms';
import { KeyDestroyed, NotAuthentic, Unavailable } from '@strongroom/ports';

/** Milliseconds for a call, with its repetitions. A request of the service has less than five seconds. */
const DEADLINE_MS = 4000;

/** The name of a key. Everything else is refused before AWS is asked. */
const KEY = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[0-9a-z-]{1,60}$/;

/** Error names of https://docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html, by what they mean here. */
const GONE = ['NotFoundException', 'KMSInvalidStateException', 'DisabledException', 'InvalidArnException'];
const NOT_ITS_KEY = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** The calls of KMS that the adapter makes, with the errors of the ports. */
export class Kms {
  #client;
  #isClosed = false;

  /**
   * `REGION` is required; `ENDPOINT` is for a private endpoint. Credentials come from where the SDK looks for them.
   *
   * @param {import('@strongroom/ports').TextSettings} settings
   */
  constructor({ REGION: region, ENDPOINT: endpoint }) {
    if (region === undefined) throw new Error('STRONGROOM_KEYS_MODULE_REGION is missing: name the region of the keys');
    this.#client = new KMSClient({ region, maxAttempts: 2, ...(endpoint !== undefined && { endpoint }) });
  }

  /** The name of a new key. @param {string} description */
  async createKey(description) {
    const command = new CreateKeyCommand({ Description: description });
    return (await this.#ask((options) => this.#client.send(command, options))).KeyMetadata?.Arn;
  }

  /** A new data key, wrapped. @param {string} key */
  async wrapNewDataKey(key) {
    this.#refuseOther(key);
    const command = new GenerateDataKeyWithoutPlaintextCommand({ KeyId: key, KeySpec: 'AES_256' });
    return (await this.#ask((options) => this.#client.send(command, options))).CiphertextBlob;
  }

  /** @param {string} key @param {Uint8Array} wrapped */
  async unwrap(key, wrapped) {
    this.#refuseOther(key);
    const command = new DecryptCommand({ KeyId: key, CiphertextBlob: wrapped });
    return (await this.#ask((options) => this.#client.send(command, options))).Plaintext;
  }

  /** The moment at which the key will be deleted; undefined if it is there no more. @param {string} key @param {number} days */
  async scheduleDeletion(key, days) {
    this.#refuseOther(key);
    const schedule = new ScheduleKeyDeletionCommand({ KeyId: key, PendingWindowInDays: days });
    const scheduled = await this.#ask((options) => this.#client.send(schedule, options)).catch(ifGone);
    if (scheduled !== undefined) return scheduled.DeletionDate;
    // It was scheduled before. Then AWS says when, until the key is gone.
    const describe = new DescribeKeyCommand({ KeyId: key });
    const described = await this.#ask((options) => this.#client.send(describe, options)).catch(ifGone);
    return described?.KeyMetadata?.DeletionDate;
  }

  /** A list of one key, to see whether KMS answers. */
  async listOneKey() {
    await this.#ask((options) => this.#client.send(new ListKeysCommand({ Limit: 1 }), options));
  }

  close() {
    this.#isClosed = true;
    this.#client.destroy();
  }

  /** @param {string} key */
  #refuseOther(key) {
    if (!KEY.test(key)) throw new KeyDestroyed();
  }

  /**
   * Whatever goes wrong with AWS is Unavailable: the service answers 503 and tries again.
   *
   * @template T
   * @param {(options: { abortSignal: AbortSignal }) => Promise<T>} call
   * @returns {Promise<T>}
   */
  async #ask(call) {
    if (this.#isClosed) throw new Unavailable('keys', { cause: new Error('the connection is closed') });
    try {
      return await call({ abortSignal: AbortSignal.timeout(DEADLINE_MS) });
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (GONE.includes(name)) throw new KeyDestroyed();
      if (NOT_ITS_KEY.includes(name)) throw new NotAuthentic();
      throw new Unavailable('keys', { cause: error });
    }
  }
}

/** @param {unknown} error */
function ifGone(error) {
  if (error instanceof KeyDestroyed) return undefined;
  throw error;
}
