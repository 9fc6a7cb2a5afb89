import { randomUUID } from 'node:crypto';
import { wrappedOf } from './wrapped.js';

/** @typedef {import('@strongroom/ports').KeyVault} KeyVault */

/**
 * One key of Transit for each room. It asks for data keys without their plaintext, so that not even this process sees one.
 *
 * @implements {KeyVault}
 */
export class TransitKeyVault {
  /** @type {'room'} */
  scope = 'room';
  #transit;
  #clock;

  /** @param {import('./transit.js').Transit} transit @param {import('@strongroom/ports').Clock} clock */
  constructor(transit, clock) {
    this.#transit = transit;
    this.#clock = clock;
  }

  /** @type {KeyVault['createKey']} */
  async createKey() {
    const key = `strongroom-${randomUUID()}`;
    await this.#transit.createKey(key);
    return /** @type {import('@strongroom/domain').KmsKeyId} */ (key);
  }

  /** @type {KeyVault['wrapNewDataKey']} */
  async wrapNewDataKey(key) {
    const wrapped = wrappedOf(await this.#transit.wrapNewDataKey(key));
    return { wrappedDek: /** @type {import('@strongroom/domain').WrappedKey} */ (wrapped), kmsKeyId: key };
  }

  /**
   * Transit keeps nothing about a deleted key. So a mark is made first, whose age says later when that was.
   *
   * @type {KeyVault['destroyKey']}
   */
  async destroyKey(key) {
    const { isThere } = await this.#known(key);
    if (isThere) {
      await this.#transit.mark(key);
      await this.#transit.deleteKey(key);
    }
    const { at } = await this.#known(key);
    return { state: 'destroyed', at: instant(at ?? this.#clock.now()) };
  }

  check() {
    return this.#transit.check();
  }

  close() {
    this.#transit.close();
  }

  /** @param {string} key */
  async #known(key) {
    if (await this.#transit.isThere(key)) return { isThere: true, at: undefined };
    return { isThere: false, at: await this.#transit.markedAt(key) };
  }
}

/** @param {number} milliseconds */
const instant = (milliseconds) => /** @type {import('@strongroom/domain').Instant} */ (milliseconds);
