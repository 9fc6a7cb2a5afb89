import { type DestroyedFile, DomainError, decide, type Receipt, type ReceiptId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { refTo } from '../../store/collection.ts';
import { destroyedFiles, destroyedFilesOf, receipts } from '../../store/receipts.ts';

type Input = Readonly<{ receiptId: ReceiptId }>;

/** What the destruction of a room has destroyed so far. Throws RECEIPT_NOT_FOUND. */
export const getReceipt =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { receiptId }: Input): Promise<Receipt> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(receipts, receiptId)],
      apply: (uow) => {
        const receipt = uow.find(receipts, receiptId);
        // A receipt carries no label, so its room, which had one, is not named.
        const target = { type: 'receipt', id: receiptId, roomId: null, label: null } as const;
        permit(decide('receipt.see', { ...whoAsks(deps, uow, ctx), receipt }), target);
        if (receipt === undefined) throw new DomainError('RECEIPT_NOT_FOUND');
        return receipt;
      },
    });

/** The files of a receipt. Throws RECEIPT_NOT_FOUND, INVALID_CURSOR. */
export const listDestroyedFiles =
  (deps: Pick<Deps, 'runner' | 'lists' | 'clock' | 'classification'>) =>
  async (ctx: SignedIn, { receiptId, ...page }: PageRequest & Input): Promise<Listed<DestroyedFile>> => {
    deps.lists.check('receipt', page);
    await getReceipt(deps)(ctx, { receiptId });
    return deps.lists.page(
      { name: `receipt:${receiptId}`, collection: destroyedFiles, selection: { anyOf: [destroyedFilesOf(receiptId)] } },
      page,
    );
  };
