import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OrgRole } from '@strongroom/domain';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, aRoom, joins, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { membershipsIn, stored, storedRoom, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let bob: Person;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  bob = await aPerson(world);
});

const deactivate = (by: Person, userId: string = bob.id) => by.ask(world.app.users.deactivate, { userId });
const reactivate = (by: Person, userId: string = bob.id) => by.ask(world.app.users.reactivate, { userId });

describe('deactivating a user', () => {
  test('ends every credential in one write and raises the epoch of the user', async () => {
    expect((await deactivate(world.owner)).user).toMatchObject({ status: 'deactivated' });
    const user = await storedUser(world, bob.id);
    expect(user).toMatchObject({ status: 'deactivated', epoch: 2, tokens: [], sessions: [] });
    expect(user?.invitations.filter((invitation) => invitation.status === 'pending')).toEqual([]);
    expect(await codeOf(bob.ask(world.app.users.me))).toBe('TOKEN_INVALID');
  });

  test('removes the user from every room, and leaves a room without an owner orphaned', async () => {
    const ada = await aPerson(world);
    const [owned, joined] = [await aRoom(world, bob), await aRoom(world, ada)];
    await joins(world, bob, joined, 'owner', ada);
    await deactivate(world.owner);
    expect(await storedRoom(world, owned.id)).toMatchObject({ owners: [], memberCount: 0 });
    expect(await storedRoom(world, joined.id)).toMatchObject({ owners: [ada.id], memberCount: 1 });
    expect([...(await membershipsIn(world, owned.id)), ...(await membershipsIn(world, joined.id))]).toHaveLength(1);
  });

  test('removes the user from archived rooms too', async () => {
    const room = await aRoom(world, bob);
    await bob.ask(world.app.rooms.archive, { roomId: room.id });
    await deactivate(world.owner);
    expect(await storedRoom(world, room.id)).toMatchObject({ status: 'archived', owners: [], memberCount: 0 });
  });

  test('is recorded, and so is each membership that ended, in the log of its room', async () => {
    const left = [await aRoom(world, bob), await aRoom(world, bob)];
    const recorded = await recordedBy(world, () => deactivate(world.owner));
    const removed = recorded.filter(({ type }) => type === 'member.removed');
    expect(recorded.filter((event) => !removed.includes(event))).toMatchObject([
      { type: 'user.deactivated', actor: { id: world.owner.id }, target: { id: bob.id }, data: {} },
    ]);
    expect(new Set(removed.map(({ target }) => target.roomId))).toEqual(new Set(left.map(({ id }) => id)));
    for (const event of removed)
      expect(event).toMatchObject({ actor: { id: world.owner.id }, data: { user_id: bob.id, role: 'owner' } });
  });

  test('again changes and records nothing', async () => {
    const first = await deactivate(world.owner);
    expect(await recordedBy(world, async () => expect(await deactivate(world.owner)).toEqual(first))).toEqual([]);
  });

  test('takes an owner from the active owners', async () => {
    const other = await aPerson(world, 'owner');
    await deactivate(world.owner, other.id);
    expect((await stored(world, organisations, ORGANISATION))?.owners).not.toContain(other.id);
  });

  test('withdraws a pending invitation', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await deactivate(world.owner, user.id);
    expect((await storedUser(world, user.id))?.invitations).toMatchObject([{ status: 'revoked' }]);
  });
});

describe('permission to deactivate a user', () => {
  test.each<[OrgRole, OrgRole, string]>([
    ['owner', 'owner', 'done'],
    ['owner', 'domain_admin', 'done'],
    ['domain_admin', 'owner', 'INSUFFICIENT_ROLE'],
    ['domain_admin', 'domain_admin', 'done'],
    ['domain_admin', 'member', 'done'],
    ['security_officer', 'owner', 'INSUFFICIENT_ROLE'],
    ['security_officer', 'domain_admin', 'done'],
    ['security_officer', 'security_officer', 'done'],
    ['security_officer', 'department_admin', 'done'],
    ['department_admin', 'member', 'INSUFFICIENT_ROLE'],
    ['auditor', 'member', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'INSUFFICIENT_ROLE'],
  ])('%s deactivates %s: %s', async (by, target, code) => {
    expect(await codeOf(deactivate(await aPerson(world, by), (await aPerson(world, target)).id))).toBe(code);
  });

  test('refuses self-deactivation: a conflict with the privilege to deactivate, else a missing role', async () => {
    const officer = await aPerson(world, 'security_officer');
    expect(await refusal(world, () => deactivate(officer, officer.id))).toEqual(['CANNOT_DEACTIVATE_SELF', null]);
    expect(await codeOf(deactivate(world.owner, world.owner.id))).toBe('CANNOT_DEACTIVATE_SELF');
    expect(await codeOf(deactivate(bob, bob.id))).toBe('INSUFFICIENT_ROLE');
  });

  test('an unknown user is not found, for every caller', async () => {
    for (const by of [world.owner, bob])
      expect(await refusal(world, () => deactivate(by, crypto.randomUUID()))).toEqual([
        'USER_NOT_FOUND',
        'user-exists',
      ]);
  });

  test('the scope write:users is needed', async () => {
    const limited = await limitedTo(world, world.owner, 'read:users');
    for (const work of [deactivate, reactivate])
      expect(await refusal(world, () => work(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:users']);
  });
});

describe('reactivating a user', () => {
  test('makes the user active without their former memberships and tokens, and is recorded', async () => {
    const room = await aRoom(world, bob);
    await deactivate(world.owner);
    const recorded = await recordedBy(world, async () => {
      expect((await reactivate(world.owner)).user).toMatchObject({ status: 'active', epoch: 2, tokens: [] });
    });
    expect(recorded).toMatchObject([{ type: 'user.reactivated', target: { id: bob.id } }]);
    expect(await codeOf(bob.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    expect(await membershipsIn(world, room.id)).toEqual([]);
  });

  test('makes a user who never signed in invited again', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await deactivate(world.owner, user.id);
    expect((await reactivate(world.owner, user.id)).user.status).toBe('invited');
  });

  test('leaves active and invited users as they are', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    const recorded = await recordedBy(world, async () => {
      expect((await reactivate(world.owner)).user.status).toBe('active');
      expect((await reactivate(world.owner, user.id)).user).toEqual(user);
    });
    expect(recorded).toEqual([]);
  });

  test('makes an owner count again', async () => {
    const other = await aPerson(world, 'owner');
    await deactivate(world.owner, other.id);
    await reactivate(world.owner, other.id);
    expect((await stored(world, organisations, ORGANISATION))?.owners).toContain(other.id);
  });

  test.each<[OrgRole, OrgRole, string]>([
    ['owner', 'owner', 'done'],
    ['domain_admin', 'owner', 'INSUFFICIENT_ROLE'],
    ['domain_admin', 'member', 'done'],
    ['security_officer', 'member', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'INSUFFICIENT_ROLE'],
  ])('%s reactivates %s: %s', async (by, target, code) => {
    const other = await aPerson(world, target);
    await deactivate(world.owner, other.id);
    expect(await codeOf(reactivate(await aPerson(world, by), other.id))).toBe(code);
  });

  test('refuses an unknown user as not found', async () => {
    expect(await codeOf(reactivate(world.owner, crypto.randomUUID()))).toBe('USER_NOT_FOUND');
  });
});
