import type { Instant } from '@strongroom/domain';

/** What became of a key: still there, destroyed for good, or never seen here. */
export type Shelved<T> = Readonly<{ state: 'there'; value: T } | { state: 'destroyed' } | { state: 'unknown' }>;

/** Where key-encryption keys lie. A key is known by its UUID. */
export interface Shelf {
  /** Keeps a new key; known to everybody who shares the shelf when it resolves. */
  add(uuid: string, kek: Uint8Array): Promise<void>;
  /** Lends the key to `use`, and wipes the lent copy afterwards. */
  lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<Shelved<T>>;
  /** Destroys the key for good and answers when that was, the same every time; undefined for a key never seen here. */
  destroy(uuid: string, now: () => Instant): Promise<Instant | undefined>;
  /** Rejects when it cannot serve. */
  check(): Promise<void>;
}
