import {
  DomainError,
  decide,
  isLiveInUnit,
  lineOf,
  type OrgUnit,
  type UnitMembership,
  type UserId,
} from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { unitMembershipsOf } from '../../steps/units/unit-memberships-of.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';

export type UserUnitSeen = Readonly<{ membership: UnitMembership; unit: OrgUnit }>;

/** The org units a user belongs to, the one he joined last first. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, INVALID_CURSOR. */
export const listUnitsOfUser =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<Listed<UserUnitSeen>> => {
    deps.lists.check('units-of', page);
    const all = await unitsOf(deps, userId);
    const administeredBy = await administeredLines(deps, ctx.credential.userId, all);
    const living = await deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const target = uow.find(users, userId);
        permit(decide('user.see', { ...who, target }), userTarget(userId));
        const targetWithinReach = administeredBy.some(
          (membership) => isLiveInUnit(membership, who.user) && membership.role === 'department_admin',
        );
        permit(decide('user.units', { ...who, target, targetWithinReach }), userTarget(userId));
        if (target === undefined) throw new DomainError('USER_NOT_FOUND');
        return all.filter(({ membership }) => isLiveInUnit(membership, target));
      },
    });
    return deps.lists.cut(
      `units-of:${userId}`,
      living,
      { id: ({ unit }) => unit.id, order: ({ membership }) => 0 - membership.createdAt },
      page,
    );
  };

/** All of them: what of them is shown depends on who asks, and total with it. */
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
