import type { Action, OrgUnit, OrgUnitId } from '@strongroom/domain';
import { type AtUnit, atUnit, expectPlaces, unitRefs } from './at-unit.ts';
import type { SignedIn } from './context.ts';
import { type OperationDeps, type OperationOn, operateOn } from './operation-on.ts';
import { unitTarget } from './targets.ts';

export type InUnit = AtUnit & Readonly<{ unit: OrgUnit }>;

/** An org unit, and the line of units from the root down to it. */
export type UnitPlace = Readonly<{ unitId: OrgUnitId; line: readonly OrgUnitId[] }>;

/** Runs an operation on an org unit. */
export const inUnit = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  { unitId, line }: UnitPlace,
  operation: OperationOn<A, AtUnit, InUnit, T>,
): Promise<T> =>
  operateOn<A, AtUnit, InUnit, T>(
    deps,
    ctx,
    {
      refs: unitRefs(ctx, line),
      find: (snapshot) => atUnit(deps, snapshot, ctx, line),
      target: () => unitTarget(unitId),
      seen: (found) => {
        const { unit } = found;
        if (unit === undefined) throw new TypeError('an operation on an org unit was allowed without a unit');
        return { ...found, unit };
      },
    },
    {
      ...operation,
      apply: (uow, seen, target) => {
        expectPlaces(uow, seen);
        return operation.apply(uow, seen, target);
      },
    },
  );
