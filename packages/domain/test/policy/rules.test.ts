import { describe, expect, test } from '@jest/globals';
import {
  abilities,
  decide,
  type FolderPath,
  type GroupId,
  type Label,
  type PendingFile,
  POLICIES,
  type Restriction,
  type RoomRole,
  type Rule,
  type ZoneId,
} from '../../src/index.ts';
import { aMembership, aPendingFile, aRoom, aUser, labelRules, NOW, userId } from '../examples.ts';
import { ACTIONS } from './actions.ts';
import { rulesOf } from './reasons.ts';

const RULES = new Map<string, Rule<never>>(ACTIONS.flatMap(rulesOf).map((rule) => [rule.id, rule]));

test('a rule is named by lower-case words, as the audit log stores it', () => {
  for (const id of RULES.keys()) expect(id).toMatch(/^[a-z]+(-[a-z]+)*(:[a-z]+([:_-][a-z]+)*)?$/);
});

test('a rule has a sentence of its own, as an explanation shows it', () => {
  for (const { text } of RULES.values()) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(new Set([...RULES.values()].map(({ text }) => text)).size).toBe(RULES.size);
});

test('the ids of rules are unique', () => {
  const rules = new Map<string, Rule<never>>();
  const shared = ACTIONS.flatMap(rulesOf).filter((rule) => {
    const known = rules.get(rule.id) ?? rule;
    rules.set(rule.id, known);
    return known.text !== rule.text || (known.holds !== rule.holds && !rule.id.startsWith('scope:'));
  });
  expect(shared.map((rule) => rule.id)).toEqual([]);
  expect(rules.size).toBeGreaterThan(50);
});

test('every policy requires or grants something, and a row it refers to refers to no further row', () => {
  for (const action of ACTIONS) {
    const { requires, grantedBy, within, names } = POLICIES[action];
    expect(requires.length).toBeGreaterThan(0);
    expect(grantedBy.length).toBeGreaterThan(0);
    for (const row of [...within, ...names]) {
      expect(POLICIES[row]).toMatchObject({ scope: null, within: [], names: [] });
      expect(POLICIES[row].hides).toBeDefined();
    }
  }
});

test.each(['owner', 'contributor'] as const)('the %s of a room who announced an upload is its uploader', (role) => {
  const { reasons } = decide('file.confirm', {
    subject: {
      id: userId(1),
      status: 'active',
      role: 'member',
      epoch: 1,
      external: false,
      clearance: 'C4' as Label,
      grant: null,
      asOf: NOW,
    },
    labelRules,
    room: aRoom(),
    membership: aMembership({ role }),
    file: aPendingFile({ uploadedBy: userId(1) }),
    now: NOW,
  });
  expect(reasons.find(({ rule }) => rule === 'uploader')?.holds).toBe(true);
});

describe('an upload that was announced by the text of a path', () => {
  const group = 'g' as GroupId;
  const restriction = (path: string, groups: readonly GroupId[]): Restriction => ({
    id: path as ZoneId,
    path: path as FolderPath,
    groups: groups.map((groupId) => ({ groupId, role: 'contributor' })),
  });
  const mine = restriction('mine', [group]);
  const facts = (file: Partial<PendingFile>, restrictions: readonly Restriction[], role: RoomRole = 'contributor') => ({
    subject: {
      id: userId(1),
      status: 'active',
      role: 'member',
      epoch: 1,
      external: false,
      clearance: 'C4' as Label,
      grant: null,
      asOf: NOW,
    } as const,
    labelRules,
    room: aRoom({ restrictions }),
    membership: aMembership({ role, groups: [group] }),
    file: aPendingFile({ uploadedBy: userId(1), ...file }),
    self: aUser({ id: userId(1) }),
    now: NOW,
  });
  const guessed = (folder: string) => ({ folder: folder as FolderPath });

  test.each(['contributor', 'viewer'] as const)('tells a %s of no hidden folder there', (role) => {
    const absent = facts(guessed('deal/theirs'), [], role);
    const hidden = facts(guessed('deal/theirs'), [restriction('deal/theirs', [])], role);
    for (const action of ['file.see', 'file.confirm', 'file.delete', 'file.key_renew'] as const)
      expect(decide(action, hidden)).toEqual(decide(action, absent));
    expect(abilities('file', hidden)).toEqual(abilities('file', absent));
    expect(decide('file.see', hidden).effect).toBe('allow');
  });

  test('is hidden with the folder in which it was announced, also within it and after its end', () => {
    const within = { folder: 'mine/x' as FolderPath, zone: 'mine' as ZoneId };
    const see = (restrictions: readonly Restriction[]) => decide('file.see', facts(within, restrictions)).effect;
    expect([see([mine]), see([restriction('mine', [])]), see([])]).toEqual(['allow', 'deny', 'deny']);
    // A folder that is restricted within it is as if it were not there.
    expect(decide('file.confirm', facts(within, [mine, restriction('mine/x', [])], 'viewer')).effect).toBe('allow');
    expect(decide('file.see', facts(within, [], 'owner')).effect).toBe('allow');
  });
});

test('rules that say what a thing must not be hold without it', () => {
  const nothing = {
    subject: {
      id: userId(1),
      status: 'active',
      role: 'member',
      epoch: 1,
      external: false,
      clearance: 'C4' as Label,
      grant: [],
      asOf: NOW,
    },
    labelRules,
    now: NOW,
    administered: [],
    targetWithinReach: false,
    from: null,
    to: 'viewer',
    role: 'member',
    clearance: 'C4',
    label: 'C4',
    memberId: userId(2),
    credential: { kind: 'token', isFirst: false, isRecent: false },
    hasPassword: false,
    common: [],
    invitations: 'off',
    externalOwners: 'off',
    sent: { name: false, external: undefined },
    keyLinkIsValid: false,
    keepsKeyPerson: false,
    deviceLoginIsOpen: false,
    keepsWayIn: false,
  };
  const holding = [...RULES.values()].filter((rule) => rule.holds(nothing as never)).map(({ id }) => id);
  expect(holding.toSorted()).toEqual([
    'active-user',
    'adds-where-it-goes',
    'anyone',
    'cleared-for-label',
    'cleared-for-override',
    'deactivated-for-insiders',
    'grants-own-clearance-at-most',
    'grants-own-role-at-most',
    'insider',
    'insider-or-oneself',
    'invites-within-own-clearance',
    'makes-where-all-may',
    'marks-as-admin',
    'marks-within-own-clearance',
    'may-deactivate-target',
    'names-oneself',
    'no-external-owner',
    'not-auditor',
    'not-oneself',
    'not-own-deactivation',
    'only-owners-change-admins',
    'reinvites-within-own-rights',
    'remarks-as-admin',
    'removes-no-restriction',
    'renews-within-own-rights',
    'revives-nobody-else',
    'role-default-within-own-clearance',
    'target-not-above',
    'upload-not-abandoned',
    'user-not-deactivated',
    'user-not-erased',
  ]);
});
