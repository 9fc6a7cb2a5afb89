import { DomainError, decide, type OrgUnit, type OrgUnitId } from '@strongroom/domain';
import type { UnitSeen } from '../../kernel/answers.ts';
import { type AtUnit, atUnit, lineOfPath, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { unitSeen } from '../../steps/units/unit-seen.ts';

type Input = Readonly<{ unitId: OrgUnitId }>;
export type InUnit = AtUnit & Readonly<{ unit: OrgUnit }>;

/** The unit, if there is one. Throws ORG_UNIT_NOT_FOUND. */
export function unitInSight(
  deps: Pick<Deps, 'clock' | 'classification'>,
  uow: Snapshot,
  ctx: SignedIn,
  unitId: OrgUnitId,
  line: readonly OrgUnitId[],
): InUnit {
  const found = atUnit(deps, uow, ctx, line);
  permit(decide('org_unit.see', found), unitTarget(unitId));
  if (found.unit === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
  return { ...found, unit: found.unit };
}

/** One org unit. Throws ORG_UNIT_NOT_FOUND. */
export const getUnit =
  (deps: Pick<Deps, 'runner' | 'documents' | 'clock' | 'ids' | 'classification'>) =>
  async (ctx: SignedIn, { unitId }: Input): Promise<UnitSeen> => {
    const line = lineOfPath(ctx, deps.ids);
    const found = await deps.runner.run({
      author: authorOf(ctx),
      refs: unitRefs(ctx, line),
      apply: (uow) => {
        const unit = unitInSight(deps, uow, ctx, unitId, line);
        permit(decide('org_unit.list', unit), unitTarget(unitId));
        return unit;
      },
    });
    return unitSeen(deps, found, found.unit);
  };
