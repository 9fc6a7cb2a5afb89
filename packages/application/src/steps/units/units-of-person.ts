import { isLiveInUnit, lineOf, type OrgUnit, type UnitMembership, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { unitMembershipsOf } from './unit-memberships-of.ts';

export type UserUnitSeen = Readonly<{ membership: UnitMembership; unit: OrgUnit }>;

/** All units of a user. The caller's rights decide which of them are shown and counted. */
export async function unitsOfPerson(deps: Pick<Deps, 'documents'>, userId: UserId): Promise<readonly UserUnitSeen[]> {
  const seen: UserUnitSeen[] = [];
  for await (const joined of unitMembershipsOf(deps, userId)) {
    const units = await deps.documents.read(joined.map((membership) => refTo(orgUnits, membership.unitId)));
    for (const [index, membership] of joined.entries()) {
      const document = units[index];
      if (document) seen.push({ membership, unit: stateOf(orgUnits, document) });
    }
  }
  return seen;
}

/** The memberships of a department admin in any unit of these lines. */
export async function placesInLines(
  { documents }: Pick<Deps, 'documents'>,
  adminId: UserId,
  units: readonly UserUnitSeen[],
): Promise<readonly UnitMembership[]> {
  const ids = [...new Set(units.flatMap(({ unit }) => lineOf(unit)))];
  const found = await documents.read(ids.map((id) => refTo(unitMemberships, unitMembershipId(id, adminId))));
  return found.flatMap((document) => (document ? [stateOf(unitMemberships, document)] : []));
}

/** Whether one of the memberships lets the user administer a unit now. */
export const administersAny = (places: readonly UnitMembership[], admin: User): boolean =>
  places.some((membership) => isLiveInUnit(membership, admin) && membership.role === 'department_admin');

/** Whether a user administers a unit of another one, or one above it. */
export async function isWithinReach(
  deps: Pick<Deps, 'documents'>,
  admin: User | undefined,
  userId: UserId,
): Promise<boolean> {
  if (admin?.role !== 'department_admin') return false;
  const units = await unitsOfPerson(deps, userId);
  return administersAny(await placesInLines(deps, admin.id, units), admin);
}
