/**
 * Rules whose failure another rule hides in the effect: an explanation and the audit log still show which of them hold.
 */
import { describe, expect, test } from '@jest/globals';
import { type Label, ORG_ROLES, type OrgRole, type Rule } from '../../src/index.ts';
import { aLink, aMembership, anAvailableFile, aRoom, aUser, fileId, labelRules, NOW, userId } from '../examples.ts';
import { ACTIONS } from './actions.ts';
import { rulesOf } from './reasons.ts';

const holds = (id: string, facts: object): boolean => {
  const rule = ACTIONS.flatMap(rulesOf).find((one) => one.id === id) as Rule<object> | undefined;
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule.holds(facts);
};
const subject = (role: OrgRole) =>
  ({ id: userId(9), status: 'active', role, epoch: 1, clearance: 'C4' as Label, grant: null }) as const;
/** The organisation roles of callers for whom the rule holds. */
const rolesFor = (id: string, facts: object): readonly OrgRole[] =>
  ORG_ROLES.filter((role) => holds(id, { subject: subject(role), labelRules, ...facts })).toSorted();

describe('changing roles', () => {
  test('only an owner changes the role of an owner or a domain admin', () => {
    for (const role of ['owner', 'domain_admin'] as const)
      expect(rolesFor('only-owners-change-admins', { target: aUser({ role }) })).toEqual(['owner']);
    expect(rolesFor('only-owners-change-admins', { target: aUser({ role: 'member' }) })).toHaveLength(6);
  });

  test('only owners grant the roles owner and domain admin', () => {
    for (const role of ['owner', 'domain_admin'] as const)
      expect(rolesFor('grants-own-role-at-most', { role })).toEqual(['owner']);
  });

  test('lets only security officers, among those below a domain admin, deactivate one', () => {
    expect(rolesFor('may-deactivate-target', { target: aUser({ role: 'domain_admin' }) })).toEqual([
      'domain_admin',
      'owner',
      'security_officer',
    ]);
    expect(rolesFor('may-deactivate-target', { target: aUser({ role: 'owner' }) })).toEqual(['owner']);
  });

  test('anyone who may invite repeats an invitation with the same role, and a domain admin changes its role', () => {
    const target = aUser({ status: 'invited', role: 'member' });
    expect(rolesFor('reinvites-within-own-rights', { target, role: 'member' })).toHaveLength(6);
    expect(rolesFor('reinvites-within-own-rights', { target, role: 'auditor' })).toEqual(['domain_admin', 'owner']);
  });
});

describe('a link', () => {
  const link = aLink();
  const facts = {
    link,
    labelRules,
    now: NOW,
    room: aRoom(),
    creator: aUser({ id: link.createdBy, role: 'owner' }),
    creatorMembership: aMembership({ id: link.creatorMembershipId }),
    file: anAvailableFile({ id: link.fileId }),
  };

  test('rests on the rights of the user who created it, in the room of its file', () => {
    expect(holds('creator-still-may', facts)).toBe(true);
    expect(holds('creator-still-may', { ...facts, link: aLink({ createdBy: userId(8) }) })).toBe(false);
    expect(holds('creator-still-may', { ...facts, room: undefined })).toBe(false);
  });

  test('leads to its own file only', () => {
    expect(holds('linked-file-exists', facts)).toBe(true);
    expect(holds('linked-file-exists', { ...facts, file: anAvailableFile({ id: fileId(8) }) })).toBe(false);
  });

  test('without downloads left is exhausted', () => {
    expect(holds('cap-left', facts)).toBe(true);
    expect(holds('cap-left', { ...facts, link: aLink({ downloads: 2 }) })).toBe(false);
  });
});
