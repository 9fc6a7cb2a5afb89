import type { Receipt, ReceiptId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { receiptTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { receipts } from '../../store/receipts.ts';

/** A receipt, and the rights of the caller who reads it. Throws RECEIPT_NOT_FOUND. */
export const readReceipt = (deps: OperationDeps, ctx: SignedIn, receiptId: ReceiptId) =>
  asCaller(deps, ctx, receiptTarget(receiptId), {
    action: 'receipt.see',
    refs: [refTo(receipts, receiptId)],
    facts: (snapshot) => ({ receipt: snapshot.find(receipts, receiptId) }),
    apply: (uow, { subject }) => ({ receipt: uow.get(receipts, receiptId), subject }),
  });

/** The record of a room's destruction so far. Throws RECEIPT_NOT_FOUND. */
export const getReceipt =
  (deps: OperationDeps) =>
  async (ctx: SignedIn, { receiptId }: Readonly<{ receiptId: ReceiptId }>): Promise<Receipt> =>
    (await readReceipt(deps, ctx, receiptId)).receipt;
