import { describe, expect, test } from '@jest/globals';
import type { Folder, Member, Person } from '@strongroom/client';
import { newcomersOf } from './sight-of-new.ts';
import { gatesTo, openingOf, seersBetween } from './who-opens.ts';

const person = (id: string, clearance?: string): Person => ({
  id,
  name: id,
  email: `${id}@example.org`,
  effective_clearance: clearance,
});
const member = (id: string, expired = false): Member => ({ user_id: id, expired }) as Member;

const KNOWN = {
  people: [person('ada', 'C3'), person('ben', 'C1'), person('cy'), person('dee', 'C3')],
  members: [member('ada'), member('dee', true)],
  ofNew: 'C2',
  names: { 'new@example.org': 'Ann Lee', 'ada@example.org': 'Another' },
  isBelow: (clearance: string) => clearance < 'C3',
};

test.each([
  ['ada', { isMember: true, seesNothing: false, name: 'ada' }],
  ['ben', { isMember: false, seesNothing: true, clearance: 'C1' }],
  ['cy', { seesNothing: false, clearance: undefined }],
  ['dee', { isMember: false, seesNothing: false }],
  ['new', { isMember: false, seesNothing: true, clearance: 'C2', user: undefined, name: 'Ann Lee' }],
])('%s in a room of label C3', (name, expected) => {
  expect(newcomersOf([`${name}@example.org`], KNOWN)).toMatchObject([expected]);
});

test('the page says nothing about newcomers whose clearance the caller may not know', () => {
  expect(newcomersOf(['new@example.org'], { ...KNOWN, ofNew: undefined })).toMatchObject([{ seesNothing: false }]);
});

describe('the right to open a file', () => {
  const folder = (id: string, path: string, groups: readonly string[] | null, by: readonly string[]): Folder =>
    ({
      id,
      path,
      name: path.split('/').at(-1),
      access: { groups: groups?.map((group) => ({ group_id: group, role: 'viewer' })) ?? null, restricted_by: by },
    }) as unknown as Folder;
  const folders = [
    folder('open', 'Open', null, []),
    folder('b', 'For B', ['b'], ['b']),
    folder('in', 'For B/Drafts', null, ['b']),
    folder('both', 'For B/Final', ['b', 'c'], ['b', 'both']),
  ];
  const memberIn = (role: string, ...groups: readonly string[]): Member =>
    ({
      role,
      effective_access: 'full',
      groups: groups.map((id) => ({ id, name: `Group ${id}` })),
    }) as unknown as Member;
  const asked = (who: Member, path: string, more: object = {}) =>
    openingOf({ member: who, clearance: 'C3', needed: 'C2', isCleared: true, gates: gatesTo(path, folders), ...more });

  test('is each member in an open folder, and members of its groups and owners in a restricted one', () => {
    expect(asked(memberIn('viewer'), '')).toMatchObject({ answer: 'yes' });
    expect(asked(memberIn('viewer'), 'Open').why).toBe('The folder is open to everyone in the room.');
    expect(asked(memberIn('contributor', 'a'), 'For B/Drafts')).toEqual({
      answer: 'no',
      why: 'In no group that sees the folder “For B”.',
    });
    expect(asked(memberIn('viewer', 'b'), 'For B/Drafts').why).toBe(
      'By the group “Group b”, which sees the folder “For B”.',
    );
    expect(asked(memberIn('viewer', 'c'), 'For B/Final').answer).toBe('no');
    expect(asked(memberIn('owner'), 'For B/Final').answer).toBe('yes');
  });

  test('changes with a label for those alone who see the folder', () => {
    const sight = (name: string, clearance: string, who: Member) => ({
      name,
      clearance,
      member: who,
      isInvited: false,
    });
    const all = [
      sight('in', 'C2', memberIn('viewer', 'b')),
      sight('out', 'C2', memberIn('viewer', 'c')),
      sight('owner', 'C2', memberIn('owner')),
      sight('high', 'C3', memberIn('viewer', 'b')),
    ];
    const change = { before: 2, after: 3, rankOf: (label: string) => Number(label.slice(1)) };
    const names = (path: string) =>
      seersBetween(all, { ...change, gates: gatesTo(path, folders) }).map(({ name }) => name);
    expect(names('For B')).toEqual(['in', 'owner']);
    expect(names('Open')).toEqual(['in', 'out', 'owner']);
  });

  test('depends on the clearance first, and is not claimed where the caller does not know', () => {
    expect(asked(memberIn('owner'), '', { isCleared: false, clearance: 'C1' }).why).toBe(
      'Cleared up to C1, and it is C2.',
    );
    expect(asked(memberIn('viewer'), '', { clearance: undefined }).answer).toBe('hidden');
    expect(asked({ ...memberIn('viewer'), expired: true }, '').answer).toBe('no');
    const unknown = { ...folders[0], access: undefined } as unknown as Folder;
    expect(gatesTo('Open', [unknown])).toBeUndefined();
    expect(asked(memberIn('viewer'), '', { gates: undefined }).answer).toBe('cleared');
  });
});
