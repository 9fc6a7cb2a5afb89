import { randomBytes, randomUUID } from 'node:crypto';
import type { Instant, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import {
  type Clock,
  type KeyBinding,
  KeyDestroyed,
  type KeyVault,
  Unavailable,
  type WrappedDek,
} from '@strongroom/ports';
import { wrapNewKey } from './data-key.ts';
import { kmsKeyIdOf, uuidOf } from './key-id.ts';
import { serving } from './serving.ts';
import type { Shelf } from './shelf.ts';

/** A key vault over a shelf: one random key-encryption key a room. It wraps and cannot unwrap. */
export class Keyring implements KeyVault {
  readonly scope = 'room';
  readonly #shelf: Shelf;
  readonly #clock: Pick<Clock, 'now'>;

  protected constructor(shelf: Shelf, clock: Pick<Clock, 'now'>) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  async createKey(_of: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId> {
    const uuid = randomUUID();
    const kek = randomBytes(32);
    try {
      await serving(() => this.#shelf.add(uuid, kek));
    } finally {
      kek.fill(0);
    }
    return kmsKeyIdOf(uuid);
  }

  async wrapNewDataKey(key: KmsKeyId, _binding: KeyBinding): Promise<WrappedDek> {
    const uuid = uuidOf(key);
    if (uuid === undefined) throw new KeyDestroyed();
    const wrapped = await serving(() => this.#shelf.lend(uuid, (kek) => wrapNewKey(kek, key)));
    if (wrapped.state !== 'there') throw new KeyDestroyed();
    return { wrappedDek: wrapped.value, kmsKeyId: key };
  }

  /**
   * Destroys the key for good. A key that was never here is refused with Unavailable: to call it destroyed would be a
   * lie where the folder of keys is the wrong one.
   */
  async destroyKey(key: KmsKeyId): Promise<Readonly<{ state: 'destroyed'; at: Instant }>> {
    const uuid = uuidOf(key);
    const at = uuid === undefined ? undefined : await serving(() => this.#shelf.destroy(uuid, () => this.#clock.now()));
    if (at === undefined)
      throw new Unavailable('keys', { cause: new Error('a key to be destroyed is not in this keyring') });
    return { state: 'destroyed', at };
  }

  async check(): Promise<void> {
    await serving(() => this.#shelf.check());
  }
}
