import { beforeAll, describe, expect, test } from '@jest/globals';
import { instant, type Label, type Membership, plus, type User } from '@strongroom/domain';
import { memberFound } from '../../src/kernel/views.ts';
import { aMember, aPerson, aRoom } from '../world/mothers.ts';
import { LABEL_RULES } from '../world/ports.ts';
import { storedMembership, storedUser } from '../world/stored.ts';
import { openWorld } from '../world/world.ts';

const NOW = instant(1_800_000_000_000);
const SEEN = { labelRules: LABEL_RULES, now: NOW };

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

  test('has no access from the end of the membership on', () => {
    const ends = { ...membership, expiresAt: NOW };
    expect(memberFound(SEEN, ends, user)).toMatchObject({ hasEnded: true, effectiveAccess: 'none' });
    expect(memberFound({ ...SEEN, now: plus(NOW, -1) }, ends, user)).toMatchObject({
      hasEnded: false,
      effectiveAccess: 'full',
    });
  });

  const accessOf = (found: User | undefined) => memberFound(SEEN, membership, found).effectiveAccess;

  test('has full access, and the name of the user', () => {
    expect(memberFound(SEEN, membership, user)).toEqual({
      membership,
      name: user.name,
      hasEnded: false,
      effectiveAccess: 'full',
    });
  });

  test('has no access while deactivated, or in a membership from before a deactivation', () => {
    expect(accessOf({ ...user, status: 'deactivated' })).toBe('none');
    expect(accessOf({ ...user, epoch: user.epoch + 1 })).toBe('none');
  });

  test('has no access below the label of the room', () => {
    expect(accessOf({ ...user, clearance: 'C1' as Label })).toBe('none');
  });

  test('has neither name nor access if the user is not there', () => {
    expect(memberFound(SEEN, membership, undefined)).toEqual({
      membership,
      name: '',
      hasEnded: false,
      effectiveAccess: 'none',
    });
  });
});
