import {
  type DestroyedFile,
  type Label,
  type LabelScheme,
  labelsUpTo,
  type Receipt,
  type UserId,
} from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

const EVERY_RECEIPT = 'all';
/** The receipts of the rooms that a user deleted. */
export const receiptsOf = (userId: UserId): string => `by:${userId}`;
const receiptsOfLabel = (label: Label): string => `label:${label}`;
/** Like `receiptsOf`, of one label. Without a label: receipts of older versions whose room is gone. */
const receiptsOfLabelBy = (userId: UserId, label: Label | ''): string => `by:${userId}:${label}`;

/** The receipts up to a clearance, and all of the rooms that the reader deleted. */
export const receiptsFor = (scheme: LabelScheme, clearance: string, reader: UserId): readonly string[] => {
  const within = labelsUpTo(scheme, clearance);
  const above = scheme.map(({ label }) => label).filter((label) => !within.includes(label));
  return [...within.map(receiptsOfLabel), ...['' as const, ...above].map((label) => receiptsOfLabelBy(reader, label))];
};

const keysOf = ({ deletedBy, label }: Receipt): readonly string[] => [
  receiptsOf(deletedBy),
  receiptsOfLabelBy(deletedBy, label ?? ''),
  ...(label === undefined ? [] : [receiptsOfLabel(label)]),
];

export const receipts = defineCollection<Receipt>({
  name: 'receipts',
  // Schema 2 adds list keys. Schema 3 is listed by the label of the room, which the upgrade reads from it: until then readers
  // of the audit log find those that this version stored.
  oldest: 2,
  upcasts: [sameBody],
  earlier: { schema: 2, body: (receipt) => receipt, keys: (receipt) => [EVERY_RECEIPT, ...keysOf(receipt)] },
  id: (receipt) => receipt.id,
  position: (receipt) => receipt.deletedAt,
  keys: keysOf,
});

export const destroyedFilesOf = (receiptId: string): string => `receipt:${receiptId}`;

export const destroyedFiles = defineCollection<DestroyedFile>({
  name: 'destroyed-files',
  // An older release stored one row for each file.
  id: ({ receiptId, fileId, version = 1 }) => `${receiptId}/${fileId}${version === 1 ? '' : `/${version}`}`,
  position: (file) => file.objectDestroyedAt,
  keys: (file) => [destroyedFilesOf(file.receiptId)],
});
