import { decide, type Receipt } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { EVERY_RECEIPT, receipts, receiptsOf } from '../../store/receipts.ts';

/**
 * Every receipt for readers of the audit log, and those of the caller's own deletions for others. Newest first. Throws
 * INVALID_CURSOR.
 */
export const listReceipts =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<Receipt>> => {
    deps.lists.check('receipts', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'receipt.list',
      apply: (_, caller) => caller,
    });
    const seesAll = decide('receipt.list_all', who).effect === 'allow';
    const key = seesAll ? EVERY_RECEIPT : receiptsOf(who.user.id);
    return deps.lists.page({ name: `receipts:${key}`, collection: receipts, selection: { anyOf: [key] } }, page);
  };
