import type { Instant } from '@strongroom/domain';
import type { KeyFolder, Lent } from './key-folder.ts';

/** Keys in memory. */
export class MemoryKeyFolder implements KeyFolder {
  readonly #keys = new Map<string, Uint8Array>();
  readonly #destroyed = new Map<string, Instant>();

  async add(uuid: string, kek: Uint8Array): Promise<void> {
    this.#keys.set(uuid, Uint8Array.from(kek));
  }

  async lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<Lent<T>> {
    const kek = this.#keys.get(uuid);
    if (kek === undefined) return { state: this.#destroyed.has(uuid) ? 'destroyed' : 'unknown' };
    return { state: 'there', value: use(kek) };
  }

  async destroy(uuid: string, now: () => Instant): Promise<Instant | undefined> {
    const kek = this.#keys.get(uuid);
    if (kek !== undefined) {
      kek.fill(0);
      this.#keys.delete(uuid);
      this.#destroyed.set(uuid, now());
    }
    return this.#destroyed.get(uuid);
  }

  async check(): Promise<void> {}
}
