import { describe, expect, test } from '@jest/globals';
import type { Person, User } from '@strongroom/client';
import { ROLES } from '../org-roles.ts';
import {
  type Choices,
  canRestoreClearances,
  canRestoreRoles,
  clearedName,
  effectOf,
  nameAmong,
  offeredToSome,
  offersForMany,
  type PeoplePlan,
  planClearance,
  planDeactivation,
  planInvited,
  planReactivation,
  planRole,
} from './many-people.ts';

const UNDECIDING = ROLES.filter(({ decides }) => !decides).map(({ id }) => id);
const MAY = [
  'user.activation_link',
  'user.clearance',
  'user.deactivate',
  'user.reactivate',
  'user.role',
  'user.uninvite',
];

const person = (name: string, more: Partial<Person> = {}): User =>
  ({
    id: name,
    name,
    email: `${name.toLowerCase()}@example.com`,
    role: 'member',
    clearance_level: '',
    effective_clearance: 'C2',
    status: 'active',
    external: false,
    may: MAY,
    ...more,
  }) as unknown as User;

const said = ({ rows, left }: PeoplePlan) => [
  rows.map(({ name }) => name),
  Object.fromEntries(left.map(({ row, why }) => [row.name, why])),
];
const allow = (people: readonly User[], roles: readonly string[], clearances: readonly string[]): Choices =>
  new Map(people.map(({ id }) => [id, { roles, clearances }]));

const me = person('me');
const ann = person('Ann');
const bea = person('Bea', { role: 'auditor', clearance_level: 'C3', effective_clearance: 'C3' });
const olga = person('Olga', { role: 'owner', effective_clearance: 'C4', may: [] });
const gone = person('Gus', { status: 'deactivated' });
const erased = person('Eve', { status: 'deactivated', erased_at: '2026-01-01T00:00:00Z' });
const invited = person('Ida', { status: 'invited' });

describe('a clearance for many', () => {
  const choices = allow([me, ann, bea, olga], [], ['', 'C1', 'C2', 'C3']);
  const context = { choices, ownId: 'me' };

  test('leaves oneself, those who have it, and those to whom the caller may not give it', () => {
    expect(said(planClearance([me, ann, bea, olga], 'C3', context))).toEqual([
      ['Ann'],
      {
        me: 'that is you: another administrator changes it',
        Bea: 'has C3 already',
        Olga: 'you may not change their clearance',
      },
    ]);
    expect(said(planClearance([ann, bea], '', context))).toEqual([
      ['Bea'],
      { Ann: 'has the clearance of their role already' },
    ]);
    expect(said(planClearance([ann], 'C4', context))).toEqual([[], { Ann: 'you may not give them this clearance' }]);
    expect(said(planClearance([gone], 'C1', context))).toEqual([[], { Gus: 'could not be read' }]);
  });

  test('offers what one of them may get, in rising order', () => {
    const mixed: Choices = new Map([
      ['Ann', { roles: [], clearances: ['C2'] }],
      ['Bea', { roles: [], clearances: ['C1', 'C3'] }],
    ]);
    const all = ['', 'C1', 'C2', 'C3', 'C4'].map((id) => ({ id }));
    expect(offeredToSome(all, mixed, 'clearances').map(({ id }) => id)).toEqual(['C1', 'C2', 'C3']);
  });

  test('is taken back where the caller may give everyone the earlier one', () => {
    const plan = planClearance([ann, bea], 'C1', context);
    expect(canRestoreClearances(plan, choices)).toBe(true);
    expect(canRestoreClearances(plan, allow([ann, bea], [], ['', 'C1']))).toBe(false);
  });

  test('says who sees more, less, and as much', () => {
    const { gain, lose, keep } = effectOf([ann, bea, olga], 'C3', ['C1', 'C2', 'C3', 'C4']);
    expect([gain, lose, keep].map((some) => some.map(({ name }) => name))).toEqual([['Ann'], ['Olga'], ['Bea']]);
  });
});

describe('a role for many', () => {
  const choices = allow([me, ann, bea, olga], UNDECIDING, []);
  const context = { choices, ownId: 'me' };

  test('leaves oneself, those who have it, and those to whom the caller may not give it', () => {
    expect(said(planRole([me, ann, bea, olga], 'auditor', context))).toEqual([
      ['Ann'],
      {
        me: 'that is you: another administrator changes it',
        Bea: 'is auditor already',
        Olga: 'you may not change their role',
      },
    ]);
    expect(said(planRole([ann], 'owner', context))).toEqual([[], { Ann: 'you may not give them this role' }]);
  });

  test('is taken back where the caller may give everyone the earlier one', () => {
    const plan = planRole([ann], 'auditor', context);
    expect(canRestoreRoles(plan, choices)).toBe(true);
    expect(canRestoreRoles(plan, allow([ann], [], []))).toBe(false);
  });
});

describe('access of many', () => {
  test('deactivates active people, and not oneself', () => {
    expect(said(planDeactivation([me, ann, olga, gone, invited], 'me'))).toEqual([
      ['Ann'],
      {
        me: 'that is you: another administrator changes it',
        Olga: 'you may not deactivate them',
        Gus: 'is deactivated already',
        Ida: 'has not accepted the invitation: revoke it',
      },
    ]);
  });

  test('reactivates deactivated people who were not erased', () => {
    expect(said(planReactivation([ann, gone, erased]))).toEqual([
      ['Gus'],
      { Ann: 'is not deactivated', Eve: 'was erased' },
    ]);
  });

  test('concerns an invitation of those who have one', () => {
    expect(said(planInvited([ann, invited], 'user.uninvite'))).toEqual([
      ['Ida'],
      { Ann: 'has no invitation that waits' },
    ]);
  });

  test('is offered with the number of those whom it concerns', () => {
    const offers = (people: readonly Person[]) =>
      Object.fromEntries(offersForMany(people, 'me').map(({ deed, count }) => [deed, count]));
    expect(offers([me, ann, gone, invited])).toEqual({
      role: 3,
      clearance: 3,
      link: 1,
      uninvite: 1,
      reactivate: 1,
      deactivate: 1,
    });
    expect(offers([me, olga])).toEqual({});
  });
});

test('two people of one name are distinguished by their addresses', () => {
  const other = person('other', { name: 'Ann', email: 'ann.b@example.com' });
  expect([ann, bea, other].map((one) => nameAmong(one, [ann, bea, other]))).toEqual([
    'Ann (ann@example.com)',
    'Bea',
    'Ann (ann.b@example.com)',
  ]);
  expect([clearedName(ann, [ann, other]), clearedName(bea, [bea])]).toEqual([
    'Ann (ann@example.com) (C2 now)',
    'Bea (C3 now)',
  ]);
});
