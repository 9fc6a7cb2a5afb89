import { isLiveInUnit, type OrgUnit, type OrgUnitId, type UnitMembership, type User } from '@strongroom/domain';
import type { AtUnit } from '../../kernel/at-unit.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { unitMembershipsOf } from './unit-memberships-of.ts';

/** The units that a user belongs to now, and those of them that they administer. */
export type PlacesOfUser = Readonly<{
  byUnit: ReadonlyMap<OrgUnitId, UnitMembership>;
  administered: readonly OrgUnitId[];
}>;

export async function placesOfUser(deps: Pick<Deps, 'documents'>, user: User): Promise<PlacesOfUser> {
  const byUnit = new Map<OrgUnitId, UnitMembership>();
  for await (const some of unitMembershipsOf(deps, user.id))
    for (const one of some) if (isLiveInUnit(one, user)) byUnit.set(one.unitId, one);
  const administered = [...byUnit.values()].filter(({ role }) => role === 'department_admin');
  return { byUnit, administered: administered.map(({ unitId }) => unitId) };
}

/** The caller's place in a unit. */
export const atUnitWith = (
  who: CurrentCaller,
  { byUnit, administered }: PlacesOfUser,
  unit: OrgUnit,
): AtUnit & Readonly<{ unitMembership: UnitMembership | undefined }> => ({
  ...who,
  unit,
  administered,
  unitMembership: byUnit.get(unit.id),
});
