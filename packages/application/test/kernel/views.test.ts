import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Label, Membership, User } from '@strongroom/domain';
import { memberSeen } from '../../src/kernel/views.ts';
import { aMember, aPerson, aRoom } from '../world/mothers.ts';
import { LABEL_RULES } from '../world/ports.ts';
import { storedMembership, storedUser } from '../world/stored.ts';
import { openWorld } from '../world/world.ts';

describe('a member in a list', () => {
  let user: User;
  let membership: Membership;
  beforeAll(async () => {
    const world = await openWorld();
    const ada = await aPerson(world);
    const room = await aRoom(world, ada);
    const viewer = await aMember(world, room, 'viewer', ada);
    const [foundUser, foundMembership] = [
      await storedUser(world, viewer.id),
      await storedMembership(world, room.id, viewer.id),
    ];
    if (foundUser === undefined || foundMembership === undefined) throw new Error('no member');
    [user, membership] = [foundUser, foundMembership];
  });

  const accessOf = (found: User | undefined) => memberSeen(LABEL_RULES, membership, found).effectiveAccess;

  test('has full access, and the name of the user', () => {
    expect(memberSeen(LABEL_RULES, membership, user)).toEqual({ membership, name: user.name, effectiveAccess: 'full' });
  });

  test('has no access while deactivated, or in a membership from before a deactivation', () => {
    expect(accessOf({ ...user, status: 'deactivated' })).toBe('none');
    expect(accessOf({ ...user, epoch: user.epoch + 1 })).toBe('none');
  });

  test('has no access below the label of the room', () => {
    expect(accessOf({ ...user, clearance: 'C1' as Label })).toBe('none');
  });

  test('has neither name nor access if the user is not there', () => {
    expect(memberSeen(LABEL_RULES, membership, undefined)).toEqual({ membership, name: '', effectiveAccess: 'none' });
  });
});
