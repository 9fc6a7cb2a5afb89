import type { KmsKeyId } from '../values/crypto.ts';
import type { FileId, ReceiptId, RoomId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { FileName, FolderPath } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/** The state of a room's key-encryption key. `kept`: it serves the whole organisation. */
export type KeyFate = Readonly<{
  kmsKeyId: KmsKeyId;
  scope: 'room' | 'organisation';
  state: 'destroyed' | 'scheduled' | 'pending' | 'kept';
  at: Instant | null;
}>;

/** The record of a room's destruction: what was destroyed, and when. */
export type Receipt = Readonly<{
  id: ReceiptId;
  roomId: RoomId;
  /** Label of the room; absent where an older version stored the receipt and no room tells it. */
  label?: Label;
  /** Name of the room when it was deleted; absent where an older version stored the receipt. */
  roomName?: string;
  /** Whether it keeps the names of the files; absent: it does not. */
  keepsNames?: true;
  deletedBy: UserId;
  deletedAt: Instant;
  filesTotal: number;
  filesDestroyed: number;
  /** Number of versions of all files; absent where an older release stored the receipt: one for each file. */
  versionsTotal?: number;
  keysDestroyed: number;
  /** Items that waited in the inbox; absent for none. */
  inboxItems?: number;
  key: KeyFate;
  completedAt: Instant | null;
  /** The time until which administrators of the store can restore destroyed objects; absent if they cannot. */
  objectsKeptUntil?: Instant;
  /** The sweep after which no upload of the time of the deletion can be left; absent until the rest is destroyed. */
  lastSweep?: Readonly<{ dueAt: Instant; doneAt: Instant | null }>;
}>;

/** Number of versions of all files. */
export const versionsTotalOf = ({ versionsTotal, filesTotal }: Pick<Receipt, 'versionsTotal' | 'filesTotal'>): number =>
  versionsTotal ?? filesTotal;

/** One destroyed version of a file of a receipt. */
export type DestroyedFile = Readonly<{
  receiptId: ReceiptId;
  fileId: FileId;
  /** Number of the version; absent where an older release stored it: the only one. */
  version?: number;
  objectDestroyedAt: Instant;
  wrappedKeyDestroyedAt: Instant;
  /** When it was deleted into the bin; absent for a file that was not. */
  deletedAt?: Instant;
  /** Its place, and the label that a clearance must reach to read that; absent where the receipt keeps no names. */
  named?: Readonly<{ folder: FolderPath; name: FileName; label: Label }>;
}>;
