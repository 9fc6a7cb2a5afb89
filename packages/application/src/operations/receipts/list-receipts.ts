import { decide, type Receipt } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { receipts, receiptsFor, receiptsOf } from '../../store/receipts.ts';

/**
 * The receipts of the caller's own deletions, newest first; for readers of the audit log, also those of other rooms up to
 * their clearance. Throws INVALID_CURSOR.
 */
export const listReceipts =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<Receipt>> => {
    deps.lists.check('receipts', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'receipt.list',
      apply: (_, caller) => caller,
    });
    const seesAll = decide('receipt.list_all', who).effect === 'allow';
    const { user, subject } = who;
    const anyOf = seesAll ? receiptsFor(deps.labelRules.scheme, subject.clearance, user.id) : [receiptsOf(user.id)];
    const name = `receipts:${user.id}:${seesAll ? subject.clearance : ''}`;
    return deps.lists.page({ name, collection: receipts, selection: { anyOf } }, page);
  };
