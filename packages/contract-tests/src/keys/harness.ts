import type { FileId, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import type { KeyBinding, KeyVault, WrappedDek } from '@strongroom/ports';

export type KeyVaultHarness = {
  vault: KeyVault;
  /** A key id in the vault's form that it never created. */
  neverMade: KmsKeyId;
  /** Unwraps a data key as the caller's key management does; no part of the vault. Rejects if it cannot unwrap. */
  unwrap: (wrapped: WrappedDek) => Promise<Uint8Array>;
  /** Advances the clock, so that two timestamps differ. */
  later: () => Promise<void>;
  end: () => Promise<void>;
};

const ORGANISATION = '00000000-0000-4000-8000-000000000001' as OrgId;
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The ids of the organisation and of one of its rooms. */
export const roomIds = (number: number): Readonly<{ orgId: OrgId; roomId: RoomId }> => ({
  orgId: ORGANISATION,
  roomId: uuid(100 + number) as RoomId,
});

/** The binding of a key to a file of a room. */
export const fileBinding = (number: number, inRoom = 1): KeyBinding => ({
  ...roomIds(inRoom),
  fileId: uuid(200 + number) as FileId,
});

/** Unwraps a wrapped key under another key's id. */
export const withKeyId = (wrapped: WrappedDek, kmsKeyId: KmsKeyId): WrappedDek => ({ ...wrapped, kmsKeyId });
