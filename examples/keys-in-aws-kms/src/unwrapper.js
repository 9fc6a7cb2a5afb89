import { Unavailable } from '@strongroom/ports';

/** @typedef {import('@strongroom/ports').KeyUnwrapper} KeyUnwrapper */

/**
 * Opens what AwsKeyVault wrapped. It has no method that wraps, makes or destroys a key.
 *
 * @implements {KeyUnwrapper}
 */
export class AwsUnwrapper {
  /** @type {'room'} */
  scope = 'room';
  #kms;

  /** @param {import('./kms.js').Kms} kms */
  constructor(kms) {
    this.#kms = kms;
  }

  /** @type {KeyUnwrapper['unwrap']} */
  async unwrap(wrappedDek, kmsKeyId) {
    const key = await this.#kms.unwrap(kmsKeyId, Buffer.from(wrappedDek, 'base64'));
    if (key === undefined) throw new Unavailable('keys', { cause: new Error('KMS answered without a key') });
    return Uint8Array.from(key);
  }

  async check() {
    await this.#kms.listOneKey();
  }

  async close() {
    this.#kms.close();
  }
}
