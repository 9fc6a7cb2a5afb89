import { decide, isLiveInUnit, type UnitMembership, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { onUser } from '../../kernel/on-user.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { administersAny, placesInLines, type UserUnitSeen, unitsOfPerson } from '../../steps/units/units-of-person.ts';

export type { UserUnitSeen } from '../../steps/units/units-of-person.ts';

/**
 * The org units of a user, by the time they joined, latest first. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE,
 * INVALID_CURSOR.
 */
export const listUnitsOfUser =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<ListedPage<UserUnitSeen>> => {
    deps.lists.check('units-of', page);
    let all: readonly UserUnitSeen[] = [];
    let administeredBy: readonly UnitMembership[] = [];
    const living = await onUser(deps, ctx, userId, {
      action: 'user.units',
      loadMore: async () => {
        all = await unitsOfPerson(deps, userId);
        administeredBy = await placesInLines(deps, ctx.credential.userId, all);
        return [];
      },
      facts: (_, { user }) => ({
        targetWithinReach: administersAny(administeredBy, user),
      }),
      apply: (_, seen) =>
        // External users see no org units, not even those that they are in.
        decide('org_unit.list_all', withoutScopes(seen)).effect === 'allow'
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
