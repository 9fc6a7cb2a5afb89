import type { Instant, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import {
  type Clock,
  type KeyBinding,
  KeyDestroyed,
  type KeyVault,
  Unavailable,
  type WrappedDek,
} from '@strongroom/ports';
import { RandomPool } from '@strongroom/store-kit/node';
import { withFileErrors } from '../disk/file-errors.ts';
import { wrapNewKey } from './data-key.ts';
import type { KeyFolder } from './key-folder.ts';
import { kmsKeyIdOf, uuidOf } from './key-id.ts';

/** In advance, as the data keys are. */
const drawn = new RandomPool({ length: 32, uses: 32 });

/** A key vault with one random key-encryption key per room. It wraps and cannot unwrap. */
export class Keyring implements KeyVault {
  readonly scope = 'room';
  readonly #keyFolder: KeyFolder;
  readonly #clock: Pick<Clock, 'now'>;

  protected constructor(keyFolder: KeyFolder, clock: Pick<Clock, 'now'>) {
    this.#keyFolder = keyFolder;
    this.#clock = clock;
  }

  async createKey(_of: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId> {
    const kek = drawn.lend((bytes) => Uint8Array.from(bytes));
    try {
      return kmsKeyIdOf(await withFileErrors('keys', () => this.#keyFolder.add(kek)));
    } finally {
      kek.fill(0);
    }
  }

  async wrapNewDataKey(key: KmsKeyId, _binding: KeyBinding): Promise<WrappedDek> {
    const uuid = uuidOf(key);
    if (uuid === undefined) throw new KeyDestroyed();
    const wrapped = await withFileErrors('keys', () => this.#keyFolder.lend(uuid, (kek) => wrapNewKey(kek, key)));
    if (wrapped.state !== 'there') throw new KeyDestroyed();
    return { wrappedDek: wrapped.value, kmsKeyId: key };
  }

  wrapNow(key: KmsKeyId, _binding: KeyBinding): WrappedDek | undefined {
    const uuid = uuidOf(key);
    try {
      const wrapped = uuid === undefined ? undefined : this.#keyFolder.lendNow(uuid, (kek) => wrapNewKey(kek, key));
      return wrapped?.state === 'there' ? { wrappedDek: wrapped.value, kmsKeyId: key } : undefined;
    } catch {
      return undefined; // `wrapNewDataKey` throws it again
    }
  }

  /**
   * An unknown key is refused with Unavailable, because the key folder may be the wrong one.
   */
  async destroyKey(key: KmsKeyId): Promise<Readonly<{ state: 'destroyed'; at: Instant }>> {
    const uuid = uuidOf(key);
    const at =
      uuid === undefined
        ? undefined
        : await withFileErrors('keys', () => this.#keyFolder.destroy(uuid, () => this.#clock.now()));
    if (at === undefined)
      throw new Unavailable('keys', { cause: new Error('the key to destroy is not in this keyring') });
    return { state: 'destroyed', at };
  }

  async check(): Promise<void> {
    await withFileErrors('keys', () => this.#keyFolder.check());
  }
}
