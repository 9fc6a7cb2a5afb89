import {
  assertDeletable,
  countIn,
  decide,
  type OrgUnitId,
  type OrgUnitName,
  type RoomDescription,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UnitSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { orgUnits } from '../../repositories/organisation.ts';
import { expectPlaces, lineOfPath, unitRefs, unitTarget } from './at-unit.ts';
import { unitInSight } from './get-unit.ts';
import { unitSeen } from './unit-seen.ts';

type EditInput = Readonly<{
  unitId: OrgUnitId;
  name?: OrgUnitName | undefined;
  description?: RoomDescription | undefined;
}>;

/** Changes name and description; to what was there already changes nothing. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE. */
export const editUnit =
  (deps: Pick<Deps, 'journal' | 'documents' | 'clock' | 'ids' | 'classification'>) =>
  async (ctx: SignedIn, { unitId, name, description }: EditInput): Promise<UnitSeen> => {
    const line = lineOfPath(ctx, deps.ids);
    const { found, unit } = await deps.journal.run({
      author: authorOf(ctx),
      refs: unitRefs(ctx, line),
      hot: unitId,
      decide: (at) => {
        const asking = unitInSight(deps, at, ctx, unitId, line);
        permit(decide('org_unit.manage', asking), unitTarget(unitId));
        const { unit: before } = asking;
        const edited = { ...before, name: name ?? before.name, description: description ?? before.description };
        if (edited.name === before.name && edited.description === before.description)
          return { found: asking, unit: before };
        expectPlaces(at, asking);
        at.put(orgUnits, edited);
        at.record({ type: 'org_unit.edited', target: unitTarget(unitId) });
        return { found: asking, unit: edited };
      },
    });
    return unitSeen(deps, found, unit);
  };

/** Deletes an empty unit. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, ORG_UNIT_NOT_EMPTY. */
export const deleteUnit =
  (deps: Pick<Deps, 'journal' | 'clock' | 'ids' | 'classification'>) =>
  (ctx: SignedIn, { unitId }: Readonly<{ unitId: OrgUnitId }>): Promise<Readonly<{ unitId: OrgUnitId }>> => {
    const line = lineOfPath(ctx, deps.ids);
    return deps.journal.run({
      author: authorOf(ctx),
      refs: [...unitRefs(ctx, line), ...line.slice(-2, -1).map((id) => refTo(orgUnits, id))],
      hot: unitId,
      decide: (at) => {
        const { unit, ...found } = unitInSight(deps, at, ctx, unitId, line);
        permit(decide('org_unit.manage', { ...found, unit }), unitTarget(unitId));
        assertDeletable(unit);
        expectPlaces(at, { ...found, unit });
        at.remove(orgUnits, unitId);
        const parent = unit.parentId === null ? undefined : at.find(orgUnits, unit.parentId);
        const counted = parent && countIn(parent, 'children', -1);
        if (counted && counted !== parent) at.put(orgUnits, counted);
        at.schedule({ kind: 'forget-unit', data: { unitId } });
        at.record({ type: 'org_unit.deleted', target: unitTarget(unitId) });
        return { unitId };
      },
    });
  };
