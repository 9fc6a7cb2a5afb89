import { decide } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';
import { everyUnit, orgUnits } from '../../store/organisation.ts';

/** Every org unit, newest first. Throws INVALID_CURSOR. */
export const listUnits =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<UnitSeen>> => {
    deps.lists.check('org-units', page);
    const who = await deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => {
        const asking = whoAsks(deps, uow, ctx);
        permit(decide('org_unit.list', asking), organisationTarget(deps.orgId));
        return asking;
      },
    });
    const listed = await deps.lists.page(
      { name: 'org-units', collection: orgUnits, selection: { anyOf: [everyUnit] } },
      page,
    );
    return { items: await Promise.all(listed.items.map((unit) => unitSeen(deps, who, unit))), meta: listed.meta };
  };
