import type { Label } from '@strongroom/domain';
import { asCaller } from '../kernel/as-caller.ts';
import type { SignedIn } from '../kernel/context.ts';
import type { Deps } from '../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../kernel/lists.ts';
import type { OperationDeps } from '../kernel/operation-on.ts';
import { organisationTarget } from '../kernel/targets.ts';

export type ListedLabel = Readonly<{ label: Label; rank: number; name: string }>;

/** The labels in rising order, with their rank from 1. Throws INVALID_CURSOR. */
export const listClassifications =
  (deps: OperationDeps & Pick<Deps, 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<ListedLabel>> => {
    deps.lists.check('classifications', page);
    await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'classification.list',
      apply: () => undefined,
    });
    const all = deps.labelRules.scheme.map(({ label, name }, index) => ({ label, rank: index + 1, name }));
    return deps.lists.cut('classifications', all, { id: (one) => one.label, order: (one) => one.rank }, page);
  };
