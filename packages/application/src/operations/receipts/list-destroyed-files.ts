import type { DestroyedFile, ReceiptId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { destroyedFiles, destroyedFilesOf } from '../../store/receipts.ts';
import { getReceipt } from './get-receipt.ts';

type ListDestroyedFilesInput = PageRequest & Readonly<{ receiptId: ReceiptId }>;

/** The files of a receipt. Throws RECEIPT_NOT_FOUND, INVALID_CURSOR. */
export const listDestroyedFiles =
  (deps: OperationDeps & Pick<Deps, 'lists'>) =>
  async (ctx: SignedIn, { receiptId, ...page }: ListDestroyedFilesInput): Promise<Listed<DestroyedFile>> => {
    deps.lists.check('receipt', page);
    await getReceipt(deps)(ctx, { receiptId });
    const selection = { anyOf: [destroyedFilesOf(receiptId)] };
    return deps.lists.page({ name: `receipt:${receiptId}`, collection: destroyedFiles, selection }, page);
  };
