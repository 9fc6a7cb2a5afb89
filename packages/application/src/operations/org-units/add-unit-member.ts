import { countIn, isLiveInUnit, type OrgUnitId, type UnitMembership, type UnitRole, UserId } from '@strongroom/domain';
import { lineOfPath } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';

type AddUnitMemberInput = Readonly<{ unitId: OrgUnitId; userId: string; role: UnitRole }>;
type Added = Readonly<{ membership: UnitMembership; added: boolean }>;

/** Adds a user to an org unit, or changes their role there. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, USER_NOT_FOUND, USER_ERASED. */
export const addUnitMember =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { unitId, role, ...input }: AddUnitMemberInput): Promise<Added> => {
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const id = unitMembershipId(unitId, userId);
    const place = { unitId, line: lineOfPath(ctx, deps.ids) };
    return inUnit(deps, ctx, place, {
      action: 'org_unit.members',
      refs: [refTo(users, userId), refTo(unitMemberships, id)],
      serializeOn: unitId,
      replay: replayVerbatim<Added>(),
      // External users administer no unit, so their rooms are not read.
      facts: (snapshot) => ({ target: snapshot.find(users, userId), common: [] }),
      apply: (uow, { unit }, target) => {
        const user = uow.get(users, userId);
        // A deactivation lists memberships after its commit: earlier ones are found, and later ones conflict with it.
        uow.expect(users, userId);
        const stored = uow.find(unitMemberships, id);
        const present = isLiveInUnit(stored, user) ? stored : undefined;
        if (present?.role === role) return { membership: present, added: false };
        const membership: UnitMembership = present
          ? { ...present, role }
          : { unitId, userId, role, epoch: user.epoch, createdAt: deps.clock.now() };
        uow.put(unitMemberships, membership);
        // Replacing the unit makes its deletion conflict with the new member.
        const counted = countIn(unit, 'members', stored ? 0 : 1);
        if (counted !== unit) uow.put(orgUnits, counted);
        uow.record({
          type: present ? 'org_unit.member_role_changed' : 'org_unit.member_added',
          target,
          data: { user_id: userId, role, ...(present && { from: present.role, to: role }) },
        });
        return { membership, added: present === undefined };
      },
    });
  };
