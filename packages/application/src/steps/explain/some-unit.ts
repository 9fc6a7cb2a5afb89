import {
  isLiveInUnit,
  NO_DESCRIPTION,
  type OrgUnit,
  type OrgUnitId,
  OrgUnitName,
  type UnitMembership,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** A unit below one that the user administers, else the root unit, for decisions about org units in general. */
export function someUnit(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  memberships: readonly UnitMembership[],
  user: User,
): Readonly<{ unit: OrgUnit; administered: readonly OrgUnitId[] }> {
  const own = memberships.find((one) => isLiveInUnit(one, user) && one.role === 'department_admin');
  const unit: OrgUnit = {
    id: ids.uuid<OrgUnitId>(),
    name: OrgUnitName.parse('some unit'),
    description: NO_DESCRIPTION,
    parentId: own?.unitId ?? null,
    ancestors: own ? [own.unitId] : [],
    children: 0,
    rooms: 0,
    members: 0,
    createdAt: clock.now(),
  };
  return { unit, administered: own ? [own.unitId] : [] };
}
