import { Unavailable } from '@strongroom/ports';

/** @typedef {import('@strongroom/ports').KeyVault} KeyVault */

/**
 * One key of KMS for each room. It asks for data keys without their plaintext, so that not even this process sees one.
 *
 * @implements {KeyVault}
 */
export class AwsKeyVault {
  /** @type {'room'} */
  scope = 'room';
  #kms;
  #clock;
  #deleteAfter;

  /**
   * @param {import('./kms.js').Kms} kms
   * @param {{ clock: import('@strongroom/ports').Clock; deleteAfter: number }} options `deleteAfter` in days
   */
  constructor(kms, { clock, deleteAfter }) {
    this.#kms = kms;
    this.#clock = clock;
    this.#deleteAfter = deleteAfter;
  }

  /** @type {KeyVault['createKey']} */
  async createKey({ roomId }) {
    return keyId(await this.#kms.createKey(`Strongroom, room ${roomId}`));
  }

  /** @type {KeyVault['wrapNewDataKey']} */
  async wrapNewDataKey(key) {
    const wrapped = Buffer.from(answered(await this.#kms.wrapNewDataKey(key)));
    return { wrappedDek: wrappedKey(wrapped.toString('base64')), kmsKeyId: key };
  }

  /**
   * From now on nothing is wrapped or unwrapped with the key. AWS deletes it some days later.
   *
   * @type {KeyVault['destroyKey']}
   */
  async destroyKey(key) {
    const date = await this.#kms.scheduleDeletion(key, this.#deleteAfter);
    if (date === undefined) return { state: 'destroyed', at: this.#clock.now() };
    return { state: 'scheduled', at: instant(date.getTime()) };
  }

  async check() {
    await this.#kms.listOneKey();
  }

  close() {
    this.#kms.close();
  }
}

/** @template T @param {T | undefined} value @returns {T} */
function answered(value) {
  if (value === undefined) throw new Unavailable('keys', { cause: new Error('KMS answered without a value') });
  return value;
}

/** @param {string | undefined} text */
const keyId = (text) => /** @type {import('@strongroom/domain').KmsKeyId} */ (answered(text));
/** @param {string} text */
const wrappedKey = (text) => /** @type {import('@strongroom/domain').WrappedKey} */ (text);
/** @param {number} milliseconds */
const instant = (milliseconds) => /** @type {import('@strongroom/domain').Instant} */ (milliseconds);
