import { decide, type OrgUnit } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { unitMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { atUnitWith, placesOfUser } from '../../steps/units/places-of-user.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';
import { everyUnit, orgUnits } from '../../store/organisation.ts';

/** Every org unit, newest first. Throws INVALID_CURSOR. */
export const listUnits =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<UnitSeen>> => {
    deps.lists.check('org-units', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'org_unit.list',
      apply: (_, caller) => caller,
    });
    // External users see no org units.
    const seesAll = decide('org_unit.list_all', who).effect === 'allow';
    const listed = await deps.lists.page(
      { name: `org-units:${seesAll}`, collection: orgUnits, selection: { anyOf: seesAll ? [everyUnit] : [] } },
      page,
    );
    const places = page.may === true ? await placesOfUser(deps, who.user) : undefined;
    const seen = async (unit: OrgUnit): Promise<UnitSeen> => ({
      ...(await unitSeen(deps, who, unit)),
      ...(places && { may: unitMay(atUnitWith(who, places, unit)) }),
    });
    return { items: await Promise.all(listed.items.map(seen)), meta: listed.meta };
  };
