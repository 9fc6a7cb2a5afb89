import type { KmsKeyId } from '../values/crypto.ts';
import type { FileId, ReceiptId, RoomId, UserId } from '../values/ids.ts';
import type { Instant } from '../values/time.ts';

/** What became of a room's key-encryption key. `kept`: it serves the whole organisation. */
export type KeyFate = Readonly<{
  kmsKeyId: KmsKeyId;
  scope: 'room' | 'organisation';
  state: 'destroyed' | 'scheduled' | 'pending' | 'kept';
  at: Instant | null;
}>;

/** Tells what a deleted room's destruction has destroyed, and when. */
export type Receipt = Readonly<{
  id: ReceiptId;
  roomId: RoomId;
  deletedBy: UserId;
  deletedAt: Instant;
  filesTotal: number;
  filesDestroyed: number;
  keysDestroyed: number;
  key: KeyFate;
  completedAt: Instant | null;
  /** Until when the store lets whoever administers it have destroyed objects back; absent where it does not. */
  objectsKeptUntil?: Instant;
  /** The sweep after which no upload that was under way at the deletion can be left; absent until the rest is destroyed. */
  lastSweep?: Readonly<{ dueAt: Instant; doneAt: Instant | null }>;
}>;

/** One destroyed file of a receipt. */
export type DestroyedFile = Readonly<{
  receiptId: ReceiptId;
  fileId: FileId;
  objectDestroyedAt: Instant;
  wrappedKeyDestroyedAt: Instant;
}>;
