import type { OrgUnitId, OrgUnitName, RoomDescription } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { lineOfPath } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';
import { orgUnits } from '../../store/organisation.ts';

type Input = Readonly<{
  unitId: OrgUnitId;
  name?: OrgUnitName | undefined;
  description?: RoomDescription | undefined;
}>;

/** Changes name and description; equal values change nothing. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE. */
export const editUnit =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { unitId, name, description }: Input): Promise<UnitSeen> => {
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    const found = await inUnit(deps, ctx, place, {
      action: 'org_unit.manage',
      serializeOn: unitId,
      apply: (uow, seen, target) => {
        const { unit } = seen;
        const edited = { ...unit, name: name ?? unit.name, description: description ?? unit.description };
        if (edited.name === unit.name && edited.description === unit.description) return seen;
        uow.put(orgUnits, edited);
        uow.record({ type: 'org_unit.edited', target });
        return { ...seen, unit: edited };
      },
    });
    return unitSeen(deps, found, found.unit);
  };
