import type { ReceiptFacts, WhoFacts } from '../facts.ts';
import { rule } from '../rule.ts';

export const receiptExists = rule<ReceiptFacts>(
  'receipt-exists',
  'The receipt exists.',
  'RECEIPT_NOT_FOUND',
  ({ receipt }) => receipt !== undefined,
);

export const receiptIsOwn = rule<WhoFacts & ReceiptFacts>(
  'receipt-is-own',
  'The caller deleted the room.',
  'RECEIPT_NOT_FOUND',
  ({ subject, receipt }) => receipt?.deletedBy === subject.id,
);
