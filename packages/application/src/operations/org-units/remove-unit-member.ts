import { countIn, type OrgUnitId, type UserId } from '@strongroom/domain';
import { lineOfPath } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';

type RemoveUnitMemberInput = Readonly<{ unitId: OrgUnitId; userId: UserId }>;

/** Removes a user from an org unit. Throws ORG_UNIT_NOT_FOUND, MEMBER_NOT_FOUND, INSUFFICIENT_ROLE. */
export const removeUnitMember =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { unitId, userId }: RemoveUnitMemberInput): Promise<RemoveUnitMemberInput> => {
    const id = unitMembershipId(unitId, userId);
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    return inUnit(deps, ctx, place, {
      action: 'org_unit.members.remove',
      refs: [refTo(unitMemberships, id)],
      serializeOn: unitId,
      facts: (snapshot) => ({ member: snapshot.find(unitMemberships, id) }),
      apply: (uow, { unit }, target) => {
        uow.remove(unitMemberships, id);
        const counted = countIn(unit, 'members', -1);
        if (counted !== unit) uow.put(orgUnits, counted);
        uow.record({ type: 'org_unit.member_removed', target, data: { user_id: userId } });
        return { unitId, userId };
      },
    });
  };
