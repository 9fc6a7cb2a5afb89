import { decide, isLiveInUnit, lineOf, type OrgUnit, type UnitMembership, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { onUser } from '../../kernel/on-user.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unscoped } from '../../kernel/sight.ts';
import { unitMembershipsOf } from '../../steps/units/unit-memberships-of.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';

export type UserUnitSeen = Readonly<{ membership: UnitMembership; unit: OrgUnit }>;

/**
 * The org units of a user, by the time they joined, latest first. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE,
 * INVALID_CURSOR.
 */
export const listUnitsOfUser =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<Listed<UserUnitSeen>> => {
    deps.lists.check('units-of', page);
    let all: readonly UserUnitSeen[] = [];
    let administeredBy: readonly UnitMembership[] = [];
    const living = await onUser(deps, ctx, userId, {
      action: 'user.units',
      loadMore: async () => {
        all = await unitsOf(deps, userId);
        administeredBy = await administeredLines(deps, ctx.credential.userId, all);
        return [];
      },
      facts: (_, { user }) => ({
        targetWithinReach: administeredBy.some(
          (membership) => isLiveInUnit(membership, user) && membership.role === 'department_admin',
        ),
      }),
      apply: (_, seen) =>
        // External users see no org units, not even those that they are in.
        decide('org_unit.list_all', unscoped(seen)).effect === 'allow'
          ? all.filter(({ membership }) => isLiveInUnit(membership, seen.target))
          : [],
    });
    return deps.lists.cut(
      `units-of:${userId}`,
      living,
      { id: ({ unit }) => unit.id, order: ({ membership }) => 0 - membership.createdAt },
      page,
    );
  };

/** All units of a user. The caller's rights decide which of them are shown and counted. */
async function unitsOf(deps: Pick<Deps, 'documents'>, userId: UserId): Promise<readonly UserUnitSeen[]> {
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

/** The caller's own memberships in any unit of these lines. */
async function administeredLines(
  { documents }: Pick<Deps, 'documents'>,
  callerId: UserId,
  units: readonly UserUnitSeen[],
): Promise<readonly UnitMembership[]> {
  const ids = [...new Set(units.flatMap(({ unit }) => lineOf(unit)))];
  const found = await documents.read(ids.map((id) => refTo(unitMemberships, unitMembershipId(id, callerId))));
  return found.flatMap((document) => (document ? [stateOf(unitMemberships, document)] : []));
}
