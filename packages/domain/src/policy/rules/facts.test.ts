import { expect, test } from '@jest/globals';
import { aUser, labelRules, NOW, userId } from '../../../test/examples.ts';
import type { Label } from '../../values/labels.ts';
import { subjectOf } from './facts.ts';

test('the subject consists of the present state of the user and the scopes of the credential', () => {
  const user = aUser({ id: userId(3), role: 'auditor', epoch: 5, status: 'active' });
  expect(subjectOf(labelRules, user, ['read:rooms'], NOW)).toEqual({
    id: userId(3),
    status: 'active',
    role: 'auditor',
    external: false,
    epoch: 5,
    clearance: 'C3',
    grant: ['read:rooms'],
    asOf: NOW,
  });
});

test('the clearance is the one in force: the override, or none for a label that no scheme knows', () => {
  expect(subjectOf(labelRules, aUser({ role: 'member', clearance: 'C4' as Label }), null, NOW).clearance).toBe('C4');
  expect(subjectOf(labelRules, aUser({ role: 'owner', clearance: 'C9' as Label }), null, NOW).clearance).toBe('');
});

test('the subject holds nothing of a credential, a name or an address', () => {
  expect(Object.keys(subjectOf(labelRules, aUser(), null, NOW)).sort()).toEqual([
    'asOf',
    'clearance',
    'epoch',
    'external',
    'grant',
    'id',
    'role',
    'status',
  ]);
});
