import { expect, test } from '@jest/globals';
import { ORG_ROLES, OrgRole, outranks, ROOM_ROLES, RoomRole, raises, UNIT_ROLES, UnitRole } from './roles.ts';

test('the roles are those of the interface', () => {
  expect([...ORG_ROLES].sort()).toEqual([
    'auditor',
    'department_admin',
    'domain_admin',
    'member',
    'owner',
    'security_officer',
  ]);
  expect([...ROOM_ROLES].sort()).toEqual(['contributor', 'owner', 'viewer']);
  expect([...UNIT_ROLES].sort()).toEqual(['auditor', 'department_admin', 'member', 'security_officer']);
});

test('an unknown role has a code of its own, a value that is not text has not', () => {
  for (const role of [OrgRole, RoomRole, UnitRole]) {
    for (const wrong of ['king', '', 'Owner', ' owner', 'constructor', 'toString'])
      expect(role.problem(wrong)?.code).toBe('INVALID_ROLE');
    for (const wrong of [null, undefined, 1, ['owner']]) expect(role.problem(wrong)?.code).toBe('VALIDATION_ERROR');
  }
  expect(RoomRole.problem('king')?.message).toBe('must be one of owner, contributor, viewer');
  expect([RoomRole.is('member'), UnitRole.is('owner'), OrgRole.is('viewer')]).toEqual([false, false, false]);
});

test('owner ranks first, then domain admin, security officer and department admin equally, auditor, member', () => {
  const steps = [
    ['owner'],
    ['domain_admin'],
    ['security_officer', 'department_admin'],
    ['auditor'],
    ['member'],
  ] as const;
  const heightOf = (role: OrgRole) => steps.findIndex((step) => (step as readonly OrgRole[]).includes(role));
  for (const a of ORG_ROLES)
    for (const b of ORG_ROLES) expect([a, b, outranks(a, b)]).toEqual([a, b, heightOf(a) < heightOf(b)]);
});

test('a room role is raised from viewer to contributor to owner', () => {
  const rising = ['viewer', 'contributor', 'owner'] as const;
  for (const [i, from] of rising.entries())
    for (const [j, to] of rising.entries()) expect(raises(from, to)).toBe(j > i);
});
