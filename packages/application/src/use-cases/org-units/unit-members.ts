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
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { named } from '../../kernel/named.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';
import { users } from '../../repositories/users.ts';
import { expectPlaces, lineOfPath, unitRefs, unitTarget } from './at-unit.ts';
import { unitInSight } from './get-unit.ts';

type Needs = Pick<Deps, 'journal' | 'secrets' | 'clock' | 'ids' | 'classification'>;
type AddInput = Readonly<{ unitId: OrgUnitId; userId: string; role: UnitRole }>;
type RemoveInput = Readonly<{ unitId: OrgUnitId; userId: UserId }>;

/** Adds a user to a unit, or gives one there another role. Throws ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, USER_NOT_FOUND. */
export const addUnitMember =
  (deps: Needs) =>
  (ctx: SignedIn, input: AddInput): Promise<Readonly<{ membership: UnitMembership; added: boolean }>> => {
    const { unitId, role } = input;
    const userId = named(UserId, input.userId, deps.ids);
    const line = lineOfPath(ctx, deps.ids);
    return deps.journal.run(
      once(deps, ownerOf(ctx), asItIs<Readonly<{ membership: UnitMembership; added: boolean }>>(), {
        author: authorOf(ctx),
        refs: [...unitRefs(ctx, line), refTo(users, userId), refTo(unitMemberships, unitMembershipId(unitId, userId))],
        hot: unitId,
        decide: (at) => {
          const found = unitInSight(deps, at, ctx, unitId, line);
          permit(decide('org_unit.members', found), unitTarget(unitId));
          const user = at.find(users, userId);
          if (user === undefined || user.status === 'deactivated') throw new DomainError('USER_NOT_FOUND');
          // A deactivation looks for memberships after its commit: one that comes in before is found, later ones conflict.
          at.expect(users, userId);
          expectPlaces(at, found);
          const known = at.find(unitMemberships, unitMembershipId(unitId, userId));
          const present = isLiveInUnit(known, user) ? known : undefined;
          if (present?.role === role) return { membership: present, added: false };
          const membership: UnitMembership = present
            ? { ...present, role }
            : { unitId, userId, role, epoch: user.epoch, createdAt: deps.clock.now() };
          at.put(unitMemberships, membership);
          // The unit is replaced with its members, so that it cannot be deleted beside one who is just coming in.
          const counted = countIn(found.unit, 'members', known ? 0 : 1);
          if (counted !== found.unit) at.put(orgUnits, counted);
          at.record({
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
    return deps.journal.run({
      author: authorOf(ctx),
      refs: [...unitRefs(ctx, line), refTo(unitMemberships, unitMembershipId(unitId, userId))],
      hot: unitId,
      decide: (at) => {
        const found = unitInSight(deps, at, ctx, unitId, line);
        if (at.find(unitMemberships, unitMembershipId(unitId, userId)) === undefined)
          throw new DomainError('MEMBER_NOT_FOUND');
        permit(decide('org_unit.members', found), unitTarget(unitId));
        expectPlaces(at, found);
        at.remove(unitMemberships, unitMembershipId(unitId, userId));
        const counted = countIn(found.unit, 'members', -1);
        if (counted !== found.unit) at.put(orgUnits, counted);
        at.record({ type: 'org_unit.member_removed', target: unitTarget(unitId), data: { user_id: userId } });
        return { unitId, userId };
      },
    });
  };
