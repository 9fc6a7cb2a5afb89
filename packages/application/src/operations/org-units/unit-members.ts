import {
  countIn,
  DomainError,
  decide,
  isLiveInUnit,
  type OrgUnitId,
  type UnitMembership,
  type UnitRole,
  UserId,
} from '@strongroom/domain';
import { expectPlaces, lineOfPath, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { verbatim } from '../../kernel/replay.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { unitInSight } from './get-unit.ts';

type Needs = Pick<Deps, 'runner' | 'secrets' | 'clock' | 'ids' | 'classification'>;
type AddInput = Readonly<{ unitId: OrgUnitId; userId: string; role: UnitRole }>;
type RemoveInput = Readonly<{ unitId: OrgUnitId; userId: UserId }>;

/** Adds a user to a unit, or gives one there another role. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, USER_NOT_FOUND. */
export const addUnitMember =
  (deps: Needs) =>
  (ctx: SignedIn, input: AddInput): Promise<Readonly<{ membership: UnitMembership; added: boolean }>> => {
    const { unitId, role } = input;
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const line = lineOfPath(ctx, deps.ids);
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), verbatim<Readonly<{ membership: UnitMembership; added: boolean }>>(), {
        author: authorOf(ctx),
        refs: [...unitRefs(ctx, line), refTo(users, userId), refTo(unitMemberships, unitMembershipId(unitId, userId))],
        serializeOn: unitId,
        apply: (uow) => {
          const found = unitInSight(deps, uow, ctx, unitId, line);
          permit(decide('org_unit.members', found), unitTarget(unitId));
          const user = uow.find(users, userId);
          if (user === undefined || user.status === 'deactivated') throw new DomainError('USER_NOT_FOUND');
          // A deactivation looks for memberships after its commit: one that comes in before is found, later ones conflict.
          uow.expect(users, userId);
          expectPlaces(uow, found);
          const known = uow.find(unitMemberships, unitMembershipId(unitId, userId));
          const present = isLiveInUnit(known, user) ? known : undefined;
          if (present?.role === role) return { membership: present, added: false };
          const membership: UnitMembership = present
            ? { ...present, role }
            : { unitId, userId, role, epoch: user.epoch, createdAt: deps.clock.now() };
          uow.put(unitMemberships, membership);
          // The unit is replaced with its members, so that it cannot be deleted beside one who is just coming in.
          const counted = countIn(found.unit, 'members', known ? 0 : 1);
          if (counted !== found.unit) uow.put(orgUnits, counted);
          uow.record({
            type: present ? 'org_unit.member_role_changed' : 'org_unit.member_added',
            target: unitTarget(unitId),
            data: { user_id: userId, role },
          });
          return { membership, added: present === undefined };
        },
      }),
    );
  };

/** Takes a user out of a unit. Throws ORG_UNIT_NOT_FOUND, MEMBER_NOT_FOUND, INSUFFICIENT_ROLE. */
export const removeUnitMember =
  (deps: Needs) =>
  (ctx: SignedIn, { unitId, userId }: RemoveInput): Promise<RemoveInput> => {
    const line = lineOfPath(ctx, deps.ids);
    return deps.runner.run({
      author: authorOf(ctx),
      refs: [...unitRefs(ctx, line), refTo(unitMemberships, unitMembershipId(unitId, userId))],
      serializeOn: unitId,
      apply: (uow) => {
        const found = unitInSight(deps, uow, ctx, unitId, line);
        if (uow.find(unitMemberships, unitMembershipId(unitId, userId)) === undefined)
          throw new DomainError('MEMBER_NOT_FOUND');
        permit(decide('org_unit.members', found), unitTarget(unitId));
        expectPlaces(uow, found);
        uow.remove(unitMemberships, unitMembershipId(unitId, userId));
        const counted = countIn(found.unit, 'members', -1);
        if (counted !== found.unit) uow.put(orgUnits, counted);
        uow.record({ type: 'org_unit.member_removed', target: unitTarget(unitId), data: { user_id: userId } });
        return { unitId, userId };
      },
    });
  };
