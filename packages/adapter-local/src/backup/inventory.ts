import type { BlobKey, StoredDocument } from '@strongroom/ports';

/** An object that the documents refer to. */
export type NeededObject = Readonly<{
  key: BlobKey;
  /** In bytes; undefined if the upload is not confirmed. */
  size: number | undefined;
  /** False for an unconfirmed upload, which may be missing. */
  required: boolean;
}>;

export type RoomKey = Readonly<{ roomId: string; kmsKeyId: string }>;

/** Everything a copy of the documents refers to. There may be millions of objects, so they are iterated once. */
type Inventory = Readonly<{ objects: Iterable<NeededObject>; roomKeys: readonly RoomKey[] }>;

/** Reads the inventory from the documents; the application knows their meaning. */
export type TakeInventory = (documents: (collection: string) => Iterable<StoredDocument>) => Inventory;
