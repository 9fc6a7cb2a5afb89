import type { KmsKeyId, RoomId } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { keysInUse } from './keys-in-use.ts';
import { refuseUnreadableStore } from './upgrade/store-schemas.ts';

/** Rooms whose key the vault lacks, and keys of no room and no destruction that waits; in the order of the store and of bytes. */
export type ComparedKeys = Readonly<{
  rooms: number;
  keyless: readonly Readonly<{ roomId: RoomId; kmsKeyId: KmsKeyId }>[];
  unused: readonly KmsKeyId[];
}>;

type Compared = Readonly<{
  documents: DocumentStore;
  /** The keys that the vault has now. */
  keysThere: () => Promise<readonly KmsKeyId[]>;
  /** Whether an id is one of this vault. Rooms of an earlier vault have other ids. */
  isOfVault: (id: KmsKeyId) => boolean;
}>;

/**
 * Compares the rooms of a store with the keys of a vault. Changes nothing; the service may be running: rooms are read before and after
 * the keys, and what changed meanwhile counts for neither side. Throws SettingsUnfit and Unavailable.
 */
export async function compareKeys({ documents, keysThere, isOfVault }: Compared): Promise<ComparedKeys> {
  await refuseUnreadableStore(documents);
  const before = await keysInUse(documents);
  const there = new Set(await keysThere());
  const after = await keysInUse(documents);
  const [idsBefore, idsAfter] = [before, after].map((keys) => new Set(keys.map(({ kmsKeyId }) => kmsKeyId)));
  const rooms = after.filter(({ isRoomThere, kmsKeyId }) => isRoomThere && isOfVault(kmsKeyId));
  return {
    rooms: rooms.length,
    keyless: rooms
      .filter(({ kmsKeyId }) => idsBefore?.has(kmsKeyId) === true && !there.has(kmsKeyId))
      .map(({ roomId, kmsKeyId }) => ({ roomId, kmsKeyId })),
    unused: [...there].filter((id) => idsBefore?.has(id) !== true && idsAfter?.has(id) !== true).toSorted(),
  };
}
