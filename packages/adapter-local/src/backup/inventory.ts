import type { BlobKey, StoredDocument } from '@strongroom/ports';

/** An object that a copy of the documents speaks of. */
export type NeededObject = Readonly<{
  key: BlobKey;
  /** In bytes; undefined where nobody has checked it yet. */
  size: number | undefined;
  /** False for what may come or be missing without harm: an upload that is not confirmed. */
  required: boolean;
}>;

export type RoomKey = Readonly<{ roomId: string; kmsKeyId: string }>;

/** What a whole copy of the documents needs beside it. Objects may be millions, and are walked through once. */
type Inventory = Readonly<{ objects: Iterable<NeededObject>; roomKeys: readonly RoomKey[] }>;

/** Tells it from the documents of each collection. What they mean is the application's affair. */
export type TakeInventory = (documents: (collection: string) => Iterable<StoredDocument>) => Inventory;
