import { assertDeletable, countIn, OrgUnitId } from '@strongroom/domain';
import { lineOfPath } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { absentId } from '../../kernel/ids.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';

type DeleteUnitInput = Readonly<{ unitId: OrgUnitId }>;

/** Deletes an empty unit. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, ORG_UNIT_NOT_EMPTY. */
export const deleteUnit =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { unitId }: DeleteUnitInput): Promise<DeleteUnitInput> => {
    const line = lineOfPath(ctx, deps.ids);
    const place = { unitId, line };
    return inUnit(deps, ctx, place, {
      action: 'org_unit.manage',
      // The parent, or a unit that does not exist: the work does not tell whether there is a parent.
      refs: [refTo(orgUnits, line.at(-2) ?? absentId(OrgUnitId, unitId))],
      serializeOn: unitId,
      apply: (uow, { unit }, target) => {
        assertDeletable(unit);
        uow.remove(orgUnits, unitId);
        const parent = unit.parentId === null ? undefined : uow.find(orgUnits, unit.parentId);
        const counted = parent && countIn(parent, 'children', -1);
        if (counted && counted !== parent) uow.put(orgUnits, counted);
        uow.schedule({ kind: 'forget-unit', data: { unitId } });
        uow.record({ type: 'org_unit.deleted', target });
        return { unitId };
      },
    });
  };
