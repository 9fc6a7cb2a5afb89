import type { OrgUnitId, PersonName, UnitMembership } from '@strongroom/domain';
import { lineOfPath } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membersOfUnit, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';

export type UnitMemberSeen = Readonly<{ membership: UnitMembership; name: PersonName | '' }>;

/** The members of a unit by user id. Throws ORG_UNIT_NOT_FOUND, INVALID_CURSOR. */
export const listUnitMembers =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists' | 'ids'>) =>
  async (
    ctx: SignedIn,
    { unitId, ...page }: PageRequest & Readonly<{ unitId: OrgUnitId }>,
  ): Promise<ListedPage<UnitMemberSeen>> => {
    deps.lists.check('unit-members', page);
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    await inUnit(deps, ctx, place, { action: 'org_unit.get', apply: () => undefined });
    const { items, meta } = await deps.lists.page(
      {
        name: `unit-members:${unitId}`,
        collection: unitMemberships,
        selection: { anyOf: [membersOfUnit(unitId)] },
        order: 'oldest',
      },
      page,
    );
    const people = await deps.documents.read(items.map((membership) => refTo(users, membership.userId)));
    const seen = items.map((membership, index) => {
      const document = people[index];
      return { membership, name: document ? stateOf(users, document).name : ('' as const) };
    });
    return { items: seen, meta };
  };
