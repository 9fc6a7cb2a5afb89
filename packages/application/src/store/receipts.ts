import type { DestroyedFile, Receipt, UserId } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

export const EVERY_RECEIPT = 'all';
/** The receipts of the rooms that a user deleted. */
export const receiptsOf = (userId: UserId): string => `by:${userId}`;

export const receipts = defineCollection<Receipt>({
  name: 'receipts',
  // Schema 2 adds list keys.
  upcasts: [sameBody],
  id: (receipt) => receipt.id,
  position: (receipt) => receipt.deletedAt,
  keys: ({ deletedBy }) => [EVERY_RECEIPT, receiptsOf(deletedBy)],
});

export const destroyedFilesOf = (receiptId: string): string => `receipt:${receiptId}`;

export const destroyedFiles = defineCollection<DestroyedFile>({
  name: 'destroyed-files',
  id: (file) => `${file.receiptId}/${file.fileId}`,
  position: (file) => file.objectDestroyedAt,
  keys: (file) => [destroyedFilesOf(file.receiptId)],
});
