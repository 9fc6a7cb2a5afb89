import type { FileId, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import type { KeyBinding, KeyVault, WrappedDek } from '@strongroom/ports';

/** What a key vault's suite needs of an adapter. */
export type KeyVaultHarness = {
  vault: KeyVault;
  /** A key id of the vault's own form that it never made. */
  neverMade: KmsKeyId;
  /** The caller's side of key management, which is no part of the vault. Rejects what it cannot unwrap. */
  unwrap: (wrapped: WrappedDek) => Promise<Uint8Array>;
  /** Lets time pass, so that two answers about the present moment differ. */
  later: () => Promise<void>;
  end: () => Promise<void>;
};

const ORGANISATION = '00000000-0000-4000-8000-000000000001' as OrgId;
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A room of the organisation. */
export const room = (number: number): Readonly<{ orgId: OrgId; roomId: RoomId }> => ({
  orgId: ORGANISATION,
  roomId: uuid(100 + number) as RoomId,
});

/** A file in a room. */
export const file = (number: number, inRoom = 1): KeyBinding => ({
  ...room(inRoom),
  fileId: uuid(200 + number) as FileId,
});

/** Gives what was wrapped to the key service under another key's name. */
export const under = (wrapped: WrappedDek, kmsKeyId: KmsKeyId): WrappedDek => ({ ...wrapped, kmsKeyId });
