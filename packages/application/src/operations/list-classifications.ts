import { decide, type Label } from '@strongroom/domain';
import { authorOf } from '../kernel/audit-entry.ts';
import type { SignedIn } from '../kernel/context.ts';
import { permit } from '../kernel/denied.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Listed, PageRequest } from '../kernel/lists.ts';
import { organisationTarget } from '../kernel/organisation-target.ts';
import { whoAsks, whoRefs } from '../kernel/sight.ts';

export type Classified = Readonly<{ label: Label; rank: number; name: string }>;

/** The labels in rising order, with their rank from 1. Throws INVALID_CURSOR. */
export const listClassifications =
  (deps: Pick<Deps, 'runner' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<Classified>> => {
    deps.lists.check('classifications', page);
    await deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => permit(decide('classification.list', whoAsks(deps, uow, ctx)), organisationTarget(deps.orgId)),
    });
    const all = deps.classification.scheme.map(({ label, name }, index) => ({ label, rank: index + 1, name }));
    return deps.lists.cut('classifications', all, { id: (one) => one.label, order: (one) => one.rank }, page);
  };
