import { Unavailable } from '@strongroom/ports';
import { ciphertextOf } from './wrapped.js';

/** @typedef {import('@strongroom/ports').KeyUnwrapper} KeyUnwrapper */

/**
 * Opens what TransitKeyVault wrapped. It has no method that wraps, makes or deletes a key.
 *
 * @implements {KeyUnwrapper}
 */
export class TransitUnwrapper {
  /** @type {'room'} */
  scope = 'room';
  #transit;

  /** @param {import('./transit.js').Transit} transit */
  constructor(transit) {
    this.#transit = transit;
  }

  /** @type {KeyUnwrapper['unwrap']} */
  async unwrap(wrappedDek, kmsKeyId) {
    const key = await this.#transit.decrypt(kmsKeyId, ciphertextOf(wrappedDek));
    if (key === undefined) throw new Unavailable('keys', { cause: new Error('Vault answered without a key') });
    return Uint8Array.from(Buffer.from(key, 'base64'));
  }

  check() {
    return this.#transit.check();
  }

  async close() {
    this.#transit.close();
  }
}
