import type { Instant } from '@strongroom/domain';

/** The result of using a key, or the reason why it could not be used: destroyed, or unknown in this folder. */
export type KeyUseOutcome<T> = Readonly<{ state: 'there'; value: T } | { state: 'destroyed' } | { state: 'unknown' }>;

/** Key-encryption keys by UUID. */
export interface KeyFolder {
  /** Stores a new key under a new UUID; when this resolves, every process that shares the folder can use it. */
  add(kek: Uint8Array): Promise<string>;
  /** Like `lend`, without waiting; undefined for a key that it does not find. */
  lendNow<T>(uuid: string, use: (kek: Uint8Array) => T): KeyUseOutcome<T> | undefined;
  /** Passes a copy of the key to `use`. The copy is wiped at the end of the turn of the event loop at the latest. */
  lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<KeyUseOutcome<T>>;
  /** Destroys the key and returns the time of destruction, the same on every call; undefined for an unknown key. */
  destroy(uuid: string, now: () => Instant): Promise<Instant | undefined>;
  /** Rejects when it cannot serve. */
  check(): Promise<void>;
}
