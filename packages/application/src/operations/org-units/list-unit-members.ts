import { decide, type OrgUnitId, type PersonName, type UnitMembership } from '@strongroom/domain';
import { lineOfPath, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membersOfUnit, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { unitInSight } from './get-unit.ts';

export type UnitMemberSeen = Readonly<{ membership: UnitMembership; name: PersonName | '' }>;

/** The members of a unit by user id. Throws ORG_UNIT_NOT_FOUND, INVALID_CURSOR. */
export const listUnitMembers =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'ids' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { unitId, ...page }: PageRequest & Readonly<{ unitId: OrgUnitId }>,
  ): Promise<Listed<UnitMemberSeen>> => {
    deps.lists.check('unit-members', page);
    const line = lineOfPath(ctx, deps.ids);
    await deps.runner.run({
      author: authorOf(ctx),
      refs: unitRefs(ctx, line),
      apply: (uow) => permit(decide('org_unit.list', unitInSight(deps, uow, ctx, unitId, line)), unitTarget(unitId)),
    });
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
