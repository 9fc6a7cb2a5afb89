import { randomUUID } from 'node:crypto';
import type { Instant } from '@strongroom/domain';
import type { KeyFolder, KeyUseOutcome } from './key-folder.ts';

/** Keys in memory. */
export class MemoryKeyFolder implements KeyFolder {
  readonly #keys = new Map<string, Uint8Array>();
  readonly #destroyed = new Map<string, Instant>();

  async add(kek: Uint8Array): Promise<string> {
    const uuid = randomUUID();
    this.#keys.set(uuid, Uint8Array.from(kek));
    return uuid;
  }

  lendNow<T>(uuid: string, use: (kek: Uint8Array) => T): KeyUseOutcome<T> | undefined {
    const kek = this.#keys.get(uuid);
    return kek && { state: 'there', value: use(kek) };
  }

  async lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<KeyUseOutcome<T>> {
    return this.lendNow(uuid, use) ?? { state: this.#destroyed.has(uuid) ? 'destroyed' : 'unknown' };
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
