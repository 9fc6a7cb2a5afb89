import type { OrgUnitId } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { lineOfPath, unitMembershipOf } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import { unitMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';

/** One org unit. Throws ORG_UNIT_NOT_FOUND. */
export const getUnit =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { unitId }: Readonly<{ unitId: OrgUnitId }>): Promise<UnitSeen> => {
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    const found = await inUnit(deps, ctx, place, {
      action: 'org_unit.get',
      apply: (uow, seen) => ({ ...seen, unitMembership: unitMembershipOf(uow, seen) }),
    });
    return { ...(await unitSeen(deps, found, found.unit)), may: unitMay(found) };
  };
