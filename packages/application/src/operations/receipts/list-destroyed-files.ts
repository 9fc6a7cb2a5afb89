import { type DestroyedFile, labelsUpTo, type ReceiptId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { destroyedFiles, destroyedFilesOf } from '../../store/receipts.ts';
import { readReceipt } from './get-receipt.ts';

type ListDestroyedFilesInput = PageRequest & Readonly<{ receiptId: ReceiptId }>;

/**
 * The files of a receipt. Where it keeps their names, each is shown up to the clearance of the caller. Throws RECEIPT_NOT_FOUND,
 * INVALID_CURSOR.
 */
export const listDestroyedFiles =
  (deps: OperationDeps & Pick<Deps, 'lists'>) =>
  async (ctx: SignedIn, { receiptId, ...page }: ListDestroyedFilesInput): Promise<ListedPage<DestroyedFile>> => {
    deps.lists.check('receipt', page);
    const { subject } = await readReceipt(deps, ctx, receiptId);
    const within: readonly string[] = labelsUpTo(deps.labelRules.scheme, subject.clearance);
    const selection = { anyOf: [destroyedFilesOf(receiptId)] };
    const { items, meta } = await deps.lists.page(
      { name: `receipt:${receiptId}`, collection: destroyedFiles, selection },
      page,
    );
    const seen = items.map(({ named, ...file }) =>
      named !== undefined && within.includes(named.label) ? { ...file, named } : file,
    );
    return { items: seen, meta };
  };
