import { beforeAll, describe, expect, test } from '@jest/globals';
import { ORG_ROLES, type OrgRole } from '@strongroom/domain';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { stored, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
const one = {} as Record<OrgRole, Person>;
beforeAll(async () => {
  world = await openWorld();
  for (const role of ORG_ROLES) one[role] = await aPerson(world, role);
});

const changeRole = (by: Person, userId: string, role: OrgRole) => by.ask(world.app.users.changeRole, { userId, role });
const setClearance = (by: Person, userId: string, clearance: string) =>
  by.ask(world.app.users.setClearance, { userId, clearance });
const owners = async () => (await stored(world, organisations, ORGANISATION))?.owners;

describe('a role', () => {
  test('is changed, and recorded with the old and the new value', async () => {
    const { id } = await aPerson(world);
    const recorded = await recordedBy(world, async () => {
      expect(await changeRole(world.owner, id, 'auditor')).toMatchObject({
        user: { role: 'auditor' },
        effectiveClearance: 'C3',
      });
    });
    expect(await storedUser(world, id)).toMatchObject({ role: 'auditor' });
    expect(recorded).toMatchObject([
      { type: 'user.role_changed', target: { id, label: null }, data: { from: 'member', to: 'auditor' } },
    ]);
  });

  test('does not change and records no event if it is the same', async () => {
    const { id } = await aPerson(world);
    expect(await recordedBy(world, () => changeRole(world.owner, id, 'member'))).toEqual([]);
  });

  test('makes and unmakes an active owner', async () => {
    const { id } = await aPerson(world);
    await changeRole(world.owner, id, 'owner');
    expect(await owners()).toContain(id);
    await changeRole(world.owner, id, 'member');
    expect(await owners()).not.toContain(id);
  });

  test('makes an invited user an owner who counts only after they accept', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await changeRole(world.owner, user.id, 'owner');
    expect(await owners()).not.toContain(user.id);
  });

  test.each(ORG_ROLES)('is not changed by its own user, not even by %s', async (role) => {
    expect((await refusal(world, () => changeRole(one[role], one[role].id, 'member')))[0]).toBe('INSUFFICIENT_ROLE');
  });

  /** The changes of roles that a domain admin may make: all except from owner and domain_admin, and to what owners grant. */
  test.each(ORG_ROLES)(
    'as %s is changed by a domain admin where owners do not grant the new one, and no owner or domain admin is concerned',
    async (from) => {
      const allowed = (to: OrgRole) =>
        to !== 'security_officer' && ![from, to].some((role) => role === 'owner' || role === 'domain_admin');
      for (const to of ORG_ROLES) {
        const { id } = await aPerson(world, from);
        expect([to, await codeOf(changeRole(one.domain_admin, id, to))]).toEqual([
          to,
          allowed(to) ? 'done' : 'INSUFFICIENT_ROLE',
        ]);
      }
    },
  );

  test.each<OrgRole>(['department_admin', 'security_officer', 'member', 'auditor'])(
    'is not changed by %s',
    async (role) => {
      const { id } = await aPerson(world);
      expect(await refusal(world, () => changeRole(one[role], id, 'member'))).toEqual([
        'INSUFFICIENT_ROLE',
        'org-role:owner',
      ]);
    },
  );

  test('does not leave a user with more clearance than the caller', async () => {
    const admin = await aPerson(world, 'domain_admin', { clearance: 'C2' });
    const { id } = await aPerson(world);
    expect(await refusal(world, () => changeRole(admin, id, 'auditor'))).toEqual([
      'INSUFFICIENT_ROLE',
      'grants-own-clearance-at-most',
    ]);
  });

  test('is not found for an unknown user, for every caller', async () => {
    for (const by of [world.owner, one.member])
      expect(await refusal(world, () => changeRole(by, crypto.randomUUID(), 'member'))).toEqual([
        'USER_NOT_FOUND',
        'user-exists',
      ]);
  });

  test('needs the scope write:users', async () => {
    const limited = await limitedTo(world, world.owner, 'write:clearance');
    expect(await refusal(world, () => changeRole(limited, one.member.id, 'auditor'))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:write:users',
    ]);
  });
});

describe('a clearance', () => {
  test('is set, cleared, and recorded with the old and the new value', async () => {
    const { id } = await aPerson(world);
    const recorded = await recordedBy(world, async () => {
      expect(await setClearance(world.owner, id, 'C4')).toMatchObject({ effectiveClearance: 'C4' });
      world.clock.advance(1);
      expect(await setClearance(world.owner, id, '')).toMatchObject({ effectiveClearance: 'C2' });
    });
    expect(await storedUser(world, id)).toMatchObject({ clearance: null });
    expect(recorded).toMatchObject([
      { type: 'user.clearance_changed', target: { id }, data: { from: null, to: 'C4' } },
      { type: 'user.clearance_changed', target: { id }, data: { from: 'C4', to: null } },
    ]);
  });

  test('does not change and records no event if it is the same', async () => {
    const { id } = await aPerson(world);
    expect(await recordedBy(world, () => setClearance(world.owner, id, ''))).toEqual([]);
  });

  test('that is unknown is refused before anything else', async () => {
    expect(await refusal(world, () => setClearance(one.member, crypto.randomUUID(), 'C9'))).toEqual([
      'INVALID_CLASSIFICATION',
      null,
    ]);
  });

  test.each<[OrgRole, string]>([
    ['owner', 'done'],
    ['domain_admin', 'done'],
    ['security_officer', 'done'],
    ['department_admin', 'INSUFFICIENT_ROLE'],
    ['auditor', 'INSUFFICIENT_ROLE'],
    ['member', 'INSUFFICIENT_ROLE'],
  ])('is for %s: %s', async (role, code) => {
    const { id } = await aPerson(world);
    expect(await codeOf(setClearance(one[role], id, 'C1'))).toBe(code);
  });

  test.each(ORG_ROLES)('is not changed by its own user, not even by %s', async (role) => {
    expect(await codeOf(setClearance(one[role], one[role].id, 'C1'))).toBe('INSUFFICIENT_ROLE');
  });

  test('is not changed by a caller below its user', async () => {
    expect(await refusal(world, () => setClearance(one.domain_admin, one.owner.id, 'C1'))).toEqual([
      'INSUFFICIENT_ROLE',
      'target-not-above',
    ]);
    expect(await codeOf(setClearance(one.security_officer, one.domain_admin.id, 'C1'))).toBe('INSUFFICIENT_ROLE');
  });

  test('above the caller’s own is refused', async () => {
    const officer = await aPerson(world, 'security_officer', { clearance: 'C3' });
    const { id } = await aPerson(world);
    expect(await refusal(world, () => setClearance(officer, id, 'C4'))).toEqual([
      'CLEARANCE_INSUFFICIENT',
      'cleared-for-override',
    ]);
    expect(await codeOf(setClearance(officer, id, 'C3'))).toBe('done');
  });

  test("is not cleared if the default of the role exceeds the caller's clearance", async () => {
    const officer = await aPerson(world, 'security_officer', { clearance: 'C2' });
    const auditor = await aPerson(world, 'auditor', { clearance: 'C1' });
    expect(await refusal(world, () => setClearance(officer, auditor.id, ''))).toEqual([
      'INSUFFICIENT_ROLE',
      'role-default-within-own-clearance',
    ]);
  });

  test('is not found for an unknown user', async () => {
    expect(await codeOf(setClearance(world.owner, crypto.randomUUID(), 'C1'))).toBe('USER_NOT_FOUND');
  });

  test('needs the scope write:clearance', async () => {
    const limited = await limitedTo(world, world.owner, 'write:users');
    expect(await refusal(world, () => setClearance(limited, one.member.id, 'C1'))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:write:clearance',
    ]);
  });
});
