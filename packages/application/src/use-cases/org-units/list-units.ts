import { decide } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UnitSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { everyUnit, orgUnits } from '../../repositories/organisation.ts';
import { unitSeen } from './unit-seen.ts';

/** Every org unit, newest first. Throws INVALID_CURSOR. */
export const listUnits =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<UnitSeen>> => {
    deps.lists.check('org-units', page);
    const who = await deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const asking = whoAsks(deps, at, ctx);
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
