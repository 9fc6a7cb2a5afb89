import type { FileId, Instant, KmsKeyId, OrgId, RoomId, WrappedKey } from '@strongroom/domain';

/** What a wrapped key belongs to: bound in as additional authenticated data where an operator switched that on. */
export type KeyBinding = Readonly<{ orgId: OrgId; roomId: RoomId; fileId: FileId }>;

export type WrappedDek = Readonly<{
  wrappedDek: WrappedKey;
  kmsKeyId: KmsKeyId;
  /** Additional authenticated data to give when unwrapping, base64; only where it is switched on. */
  aad?: string;
}>;

/**
 * Key-encryption keys that wrap fresh data-encryption keys. There is no unwrap: that is what makes a stolen service
 * harmless.
 *
 * - [KV-01] `wrapNewDataKey` answers a key wrapped under the given key; the caller's key service unwraps it to 32 bytes.
 * - [KV-02] Every call makes a new data key.
 * - [KV-03] The wrapped key does not unwrap under another room's key.
 * - [KV-04] `createKey` makes a new key each time, known at once.
 * - [KV-05] After `destroyKey` has answered, wrapping with the key throws KeyDestroyed, and so it does for a key that never was.
 * - [KV-06] After `destroyKey` has answered `destroyed`, no wrapped key of it can be unwrapped any more.
 * - [KV-07] Destroying again answers as before; destroying one key leaves the others alone.
 * - [KV-08] The port has no method that gives a data key in clear.
 * - [KV-09] A flipped bit in a wrapped key is refused when unwrapping.
 *
 * KV-03 to KV-07 are about keys of rooms. A vault of scope `organisation` has one key for all of them, keeps the other
 * promises, and refuses with Unavailable to destroy it.
 */
export interface KeyVault {
  /** `room`: one key a room; `organisation`: one for all rooms, which the destruction of a room cannot destroy. */
  readonly scope: 'room' | 'organisation';
  createKey(of: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId>;
  /** Throws KeyDestroyed. */
  wrapNewDataKey(key: KmsKeyId, binding: KeyBinding): Promise<WrappedDek>;
  /** Destroys every version of the key. A cloud service only schedules it, and says for when. */
  destroyKey(key: KmsKeyId): Promise<Readonly<{ state: 'destroyed' | 'scheduled'; at: Instant }>>;
  /** Rejects with Unavailable when it cannot serve. */
  check(): Promise<void>;
}
