import {
  assertDeletable,
  countIn,
  decide,
  type OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
} from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { expectPlaces, lineOfPath, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits } from '../../store/organisation.ts';
import { unitInSight } from './get-unit.ts';

type EditInput = Readonly<{
  unitId: OrgUnitId;
  name?: OrgUnitName | undefined;
  description?: RoomDescription | undefined;
}>;

/** Changes name and description; to what was there already changes nothing. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE. */
export const editUnit =
  (deps: Pick<Deps, 'runner' | 'documents' | 'clock' | 'ids' | 'classification'>) =>
  async (ctx: SignedIn, { unitId, name, description }: EditInput): Promise<UnitSeen> => {
    const line = lineOfPath(ctx, deps.ids);
    const { found, unit } = await deps.runner.run({
      author: authorOf(ctx),
      refs: unitRefs(ctx, line),
      serializeOn: unitId,
      apply: (uow) => {
        const asking = unitInSight(deps, uow, ctx, unitId, line);
        permit(decide('org_unit.manage', asking), unitTarget(unitId));
        const { unit: before } = asking;
        const edited = { ...before, name: name ?? before.name, description: description ?? before.description };
        if (edited.name === before.name && edited.description === before.description)
          return { found: asking, unit: before };
        expectPlaces(uow, asking);
        uow.put(orgUnits, edited);
        uow.record({ type: 'org_unit.edited', target: unitTarget(unitId) });
        return { found: asking, unit: edited };
      },
    });
    return unitSeen(deps, found, unit);
  };

/** Deletes an empty unit. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, ORG_UNIT_NOT_EMPTY. */
export const deleteUnit =
  (deps: Pick<Deps, 'runner' | 'clock' | 'ids' | 'classification'>) =>
  (ctx: SignedIn, { unitId }: Readonly<{ unitId: OrgUnitId }>): Promise<Readonly<{ unitId: OrgUnitId }>> => {
    const line = lineOfPath(ctx, deps.ids);
    return deps.runner.run({
      author: authorOf(ctx),
      refs: [...unitRefs(ctx, line), ...line.slice(-2, -1).map((id) => refTo(orgUnits, id))],
      serializeOn: unitId,
      apply: (uow) => {
        const { unit, ...found } = unitInSight(deps, uow, ctx, unitId, line);
        permit(decide('org_unit.manage', { ...found, unit }), unitTarget(unitId));
        assertDeletable(unit);
        expectPlaces(uow, { ...found, unit });
        uow.remove(orgUnits, unitId);
        const parent = unit.parentId === null ? undefined : uow.find(orgUnits, unit.parentId);
        const counted = parent && countIn(parent, 'children', -1);
        if (counted && counted !== parent) uow.put(orgUnits, counted);
        uow.schedule({ kind: 'forget-unit', data: { unitId } });
        uow.record({ type: 'org_unit.deleted', target: unitTarget(unitId) });
        return { unitId };
      },
    });
  };
