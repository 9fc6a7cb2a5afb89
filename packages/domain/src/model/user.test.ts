import { describe, expect, test } from '@jest/globals';
import { aUser, hash, invitationId, labelRules, NOW, userId } from '../../test/examples.ts';
import type { Email } from '../values/email.ts';
import type { Label } from '../values/labels.ts';
import { ORG_ROLES } from '../values/roles.ts';
import { HOUR } from '../values/time.ts';
import { changeRole, effectiveClearance, newUser, setClearance } from './user.ts';
import { SESSION_LIFE } from './user-credentials.ts';
import { INVITATION_LIFE } from './user-invitations.ts';

test('a new user is invited, without credentials and without a clearance of their own', () => {
  expect(newUser({ id: userId(7), email: 'eve@example.com' as Email, role: 'auditor', at: NOW })).toEqual({
    id: userId(7),
    name: '',
    email: 'eve@example.com',
    role: 'auditor',
    clearance: null,
    status: 'invited',
    epoch: 1,
    createdAt: NOW,
    activatedAt: null,
    tokens: [],
    sessions: [],
    password: null,
    invitations: [],
  });
});

test('an activation link lives 72 hours, a session 12', () => {
  expect([INVITATION_LIFE, SESSION_LIFE]).toEqual([72 * HOUR, 12 * HOUR]);
});

describe('the clearance in force', () => {
  test.each(ORG_ROLES)('is the default of the role without an override (%s)', (role) => {
    expect(effectiveClearance(labelRules, { role, clearance: null })).toBe(labelRules.roleClearances[role]);
  });

  test('is the override if there is one, higher or lower', () => {
    expect(effectiveClearance(labelRules, { role: 'member', clearance: 'C4' as Label })).toBe('C4');
    expect(effectiveClearance(labelRules, { role: 'owner', clearance: 'C1' as Label })).toBe('C1');
  });

  test('is empty for an unknown label: neither the override nor the default', () => {
    expect(effectiveClearance(labelRules, { role: 'owner', clearance: 'C9' as Label })).toBe('');
    const strange = { ...labelRules, roleClearances: { ...labelRules.roleClearances, member: 'C9' as Label } };
    expect(effectiveClearance(strange, { role: 'member', clearance: null })).toBe('');
  });
});

test('role and clearance change independently', () => {
  const user = aUser({
    invitations: [{ id: invitationId(1), hash: hash(1), createdAt: NOW, expiresAt: NOW, status: 'accepted' }],
  });
  expect(changeRole(user, 'auditor')).toEqual({ ...user, role: 'auditor' });
  expect(setClearance(user, 'C3' as Label)).toEqual({ ...user, clearance: 'C3' });
  expect(setClearance(setClearance(user, 'C3' as Label), null)).toEqual(user);
});
