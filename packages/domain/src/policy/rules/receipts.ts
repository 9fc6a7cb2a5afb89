import { rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type { ReceiptFacts, WhoFacts } from './facts.ts';

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

export const clearedForReceipt = rule<WhoFacts & ReceiptFacts>(
  'cleared-for-receipt',
  'The caller deleted the room, or their clearance reaches its label.',
  'RECEIPT_NOT_FOUND',
  (facts) => {
    const { subject, receipt, labelRules } = facts;
    if (receiptIsOwn.holds(facts)) return true;
    return receipt?.label !== undefined && dominates(labelRules.scheme, subject.clearance, receipt.label);
  },
);
