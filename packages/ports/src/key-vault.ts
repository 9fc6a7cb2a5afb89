import type { FileId, Instant, KmsKeyId, OrgId, RoomId, WrappedKey } from '@strongroom/domain';

/** The file a wrapped key belongs to; bound in as additional authenticated data if the operator configured that. */
export type KeyBinding = Readonly<{ orgId: OrgId; roomId: RoomId; fileId: FileId }>;

export type WrappedDek = Readonly<{
  wrappedDek: WrappedKey;
  kmsKeyId: KmsKeyId;
  /** Additional authenticated data for unwrapping, base64; only if configured. */
  aad?: string;
}>;

/**
 * Key-encryption keys that wrap new data-encryption keys. There is no unwrap, so a stolen service cannot decrypt.
 *
 * - [KV-01] `wrapNewDataKey` returns a data key wrapped with the given key; the caller's key service unwraps it to 32 bytes.
 * - [KV-02] Every call makes a new data key.
 * - [KV-03] The wrapped key does not unwrap under another room's key.
 * - [KV-04] `createKey` creates a new key each time, which can be used at once.
 * - [KV-05] After `destroyKey` has resolved, wrapping with the key throws KeyDestroyed, as it does for an unknown key.
 * - [KV-06] After `destroyKey` has resolved with `destroyed`, none of its wrapped keys can be unwrapped.
 * - [KV-07] Destroying a key again returns the same result; destroying one key leaves the others unchanged.
 * - [KV-08] The port has no method that returns a plaintext data key.
 * - [KV-09] A flipped bit in a wrapped key is refused when unwrapping.
 * - [KV-10] `wrapNow`, if a vault has it, wraps a new data key with each call, and nothing for an unknown key or after `destroyKey` has resolved.
 * - [KV-11] The id of a key matches `KMS_KEY_ID` of the domain, so that clients can hand it to a program.
 *
 * KV-03 to KV-07 concern keys of rooms. A vault of scope `organisation` has one key for all rooms, keeps the other
 * promises, and throws Unavailable when asked to destroy that key.
 */
export interface KeyVault {
  /** `room`: one key per room; `organisation`: one for all rooms, which outlives each of them. */
  readonly scope: 'room' | 'organisation';
  createKey(of: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId>;
  /** Throws KeyDestroyed. */
  wrapNewDataKey(key: KmsKeyId, binding: KeyBinding): Promise<WrappedDek>;
  /**
   * Like `wrapNewDataKey`, without waiting: for vaults whose keys are on this machine. Undefined where it fails; the caller
   * then learns why from `wrapNewDataKey`.
   */
  wrapNow?(key: KmsKeyId, binding: KeyBinding): WrappedDek | undefined;
  /** Destroys every version of the key. A cloud service may schedule it; `at` is then the time of destruction. */
  destroyKey(key: KmsKeyId): Promise<Readonly<{ state: 'destroyed' | 'scheduled'; at: Instant }>>;
  /** Rejects with Unavailable when it cannot serve. */
  check(): Promise<void>;
}
