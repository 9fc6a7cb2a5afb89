import type { KeyBinding } from './key-vault.ts';

/**
 * Opens data keys that a `KeyVault` wrapped. Only the key service has one: the room service never loads an implementation.
 *
 * - [KU-01] `unwrap` returns the 32 bytes that the vault wrapped.
 * - [KU-02] Each result has a buffer of its own: wiping one changes no other.
 * - [KU-03] A destroyed or unknown key, and an id of another form, throw KeyDestroyed.
 * - [KU-04] A wrapped key with a flipped bit, a byte more or a byte less throws NotAuthentic, and so does one of another room's key.
 * - [KU-05] It has no method that wraps, makes or destroys a key.
 * - [KU-06] After `close`, every call throws Unavailable.
 * - [KU-07] While the keys are out of reach, `check` throws Unavailable, and it resolves once they are back.
 * - [KU-08] Without a binding, `unwrap` opens a key that was wrapped without one, and throws NotAuthentic for one that is bound.
 */
export interface KeyUnwrapper {
  /**
   * `room`: each room has a key of its own, so that a fact about the key is one about the room. `organisation`: one key for
   * all rooms.
   */
  readonly scope: 'room' | 'organisation';
  /**
   * The data key. The caller overwrites it after use. `binding` is absent where the caller does not know the file, as a
   * command. Throws KeyDestroyed, NotAuthentic, Unavailable.
   */
  unwrap(wrappedDek: string, kmsKeyId: string, binding?: KeyBinding): Promise<Uint8Array>;
  /** Rejects with Unavailable when it cannot serve. */
  check(): Promise<void>;
  close(): Promise<void>;
}
