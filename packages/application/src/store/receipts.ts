import type { DestroyedFile, Receipt } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const receipts = defineCollection<Receipt>({
  name: 'receipts',
  id: (receipt) => receipt.id,
  position: (receipt) => receipt.deletedAt,
});

export const destroyedFilesOf = (receiptId: string): string => `receipt:${receiptId}`;

export const destroyedFiles = defineCollection<DestroyedFile>({
  name: 'destroyed-files',
  id: (file) => `${file.receiptId}/${file.fileId}`,
  position: (file) => file.objectDestroyedAt,
  keys: (file) => [destroyedFilesOf(file.receiptId)],
});
