import {
  DomainError,
  decide,
  isLiveInUnit,
  lineOf,
  type OrgUnit,
  type UnitMembership,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';
import { users } from '../../repositories/users.ts';
import { userTarget } from '../users/user-target.ts';
import { unitMembershipsOf } from './unit-memberships-of.ts';

export type UserUnitSeen = Readonly<{ membership: UnitMembership; unit: OrgUnit }>;

/** The org units a user belongs to, the one he joined last first. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, INVALID_CURSOR. */
export const listUnitsOfUser =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<Listed<UserUnitSeen>> => {
    deps.lists.check('units-of', page);
    const all = await unitsOf(deps, userId);
    const administeredBy = await administeredLines(deps, ctx.credential.userId, all);
    const living = await deps.journal.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const target = at.find(users, userId);
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
