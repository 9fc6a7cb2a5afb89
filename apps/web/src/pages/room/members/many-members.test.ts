import { describe, expect, test } from '@jest/globals';
import type { Folder, Member } from '@strongroom/client';
import { ROOM_ROLES } from '../../room-roles.ts';
import { groupsToLeave } from '../groups/in-group.ts';
import {
  byRole,
  keepSight,
  likelyGroup,
  likelyRole,
  type ManyPlan,
  planAgain,
  planEnd,
  planJoin,
  planLeave,
  planRemoval,
  planRole,
  type Standing,
} from './many-members.ts';

const UNDECIDING = ROOM_ROLES.filter(({ decides }) => !decides).map(({ id }) => id);

type Given = Partial<Member> & Readonly<{ isOutside?: boolean | undefined; invited?: string }>;

const member = (name: string, { isOutside, invited, ...more }: Given = { isOutside: false }): Standing => ({
  name,
  isOutside,
  invited,
  member: {
    user_id: name,
    name,
    role: 'viewer',
    roles_to_give: ROOM_ROLES.map(({ id }) => id),
    may: ['room.members.add', 'room.members.remove'],
    ...more,
  } as unknown as Member,
});
const said = ({ rows, left }: ManyPlan) => [
  rows.map(({ name }) => name),
  Object.fromEntries(left.map(({ row, why }) => [row.name, why])),
];

const me = member('me', { role: 'owner' });
const ann = member('Ann');
const bea = member('Bea', { role: 'contributor' });
const olga = member('Olga', { role: 'owner' });
const everyone = [me, ann, bea, olga];
const context = { everyone, ownId: 'me' };

describe('a role for many', () => {
  test('leaves those who have it, oneself, and those whose membership is over', () => {
    const over = member('Otto', { expired: true });
    expect(said(planRole([me, ann, bea, over], 'contributor', context))).toEqual([
      ['Ann'],
      {
        me: 'that is you: change your own role from your row',
        Bea: 'is a contributor already',
        Otto: 'their membership is over',
      },
    ]);
  });

  test('makes no owner of a person from outside, or of one who may be', () => {
    const guest = member('Gil', { isOutside: true, roles_to_give: UNDECIDING });
    const partner = member('Pia', { isOutside: true });
    const unknown = member('Uma', {});
    const withName = 'to another organisation: make them an owner from their row, with their name typed';
    expect(said(planRole([ann, guest, partner, unknown], 'owner', context))).toEqual([
      ['Ann'],
      {
        Gil: 'belongs to another organisation, and only people of this one can own a room',
        Pia: `belongs ${withName}`,
        Uma: `may belong ${withName}`,
      },
    ]);
    expect(said(planRole([guest], 'contributor', context))).toEqual([['Gil'], {}]);
  });

  test('leaves a member whose role the caller may not change', () => {
    expect(said(planRole([member('Ida', { roles_to_give: [] })], 'contributor', context))).toEqual([
      [],
      { Ida: 'you may not give them this role' },
    ]);
  });

  test('leaves one owner, where the caller is none', () => {
    const oda = member('Oda', { role: 'owner' });
    const among = { everyone: [ann, olga, oda], ownId: 'me' };
    const kept = { Olga: 'stays an owner, as a room needs one' };
    expect(said(planRole([olga, oda], 'viewer', among))).toEqual([['Oda'], kept]);
    expect(said(planRemoval([ann, olga, oda], among))).toEqual([['Ann', 'Oda'], kept]);
    expect(said(planRole([olga], 'viewer', among))).toEqual([['Olga'], {}]);
  });

  test('offers first what most of them lack', () => {
    expect(likelyRole([ann, bea, member('Abe')], context)).toBe('contributor');
    expect(likelyRole([bea], context)).toBe('viewer');
  });

  test('names members by the role that they have, in rising order', () => {
    const named = byRole([olga, ann, member('Abe')]).map(({ role, some }) => [role, some.map(({ name }) => name)]);
    expect(named).toEqual([
      ['viewer', ['Ann', 'Abe']],
      ['owner', ['Olga']],
    ]);
  });
});

test('a removal of many leaves oneself and those whom the caller may not remove', () => {
  expect(said(planRemoval([me, ann, member('Ida', { may: [] })], context))).toEqual([
    ['Ann'],
    { me: 'that is you: leave the room from your row', Ida: 'you may not remove them' },
  ]);
});

describe('a group for many', () => {
  const north = { id: 'north' };
  const inNorth = member('Nora', { groups: [{ id: 'north', name: 'North' }] });
  const inBoth = member('Bo', { groups: ['north', 'south'].map((id) => ({ id, name: id })) });
  const folder = (path: string, ...ids: readonly string[]): Folder =>
    ({ path, access: { groups: ids.map((id) => ({ group_id: id, role: 'viewer' })) } }) as unknown as Folder;
  const folders = [folder('For both', 'north', 'south'), folder('For north', 'north'), folder('For south', 'south')];

  test('leaves those who are in it, and those who are not', () => {
    expect(said(planJoin([ann, inNorth, member('Otto', { expired: true })], north))).toEqual([
      ['Ann'],
      { Nora: 'is in the group already', Otto: 'their membership is over' },
    ]);
    expect(said(planLeave([ann, inNorth], north))).toEqual([['Nora'], { Ann: 'is not in the group' }]);
  });

  test('offers the groups that anyone is in and that the caller may take people out of', () => {
    const groups = ['north', 'south', 'empty'].map((id) => ({ id, may: ['group.members.remove'] as const }));
    const all = [ann, inNorth].map(({ member: one }) => one);
    expect(groupsToLeave(groups, all).map(({ id }) => id)).toEqual(['north']);
    expect(groupsToLeave([{ id: 'north', may: [] }], all)).toEqual([]);
  });

  test('leaves none out of a group that is made', () => {
    expect(said(planJoin([ann, inNorth], undefined))).toEqual([['Ann', 'Nora'], {}]);
  });

  test('owners and members of another group that a folder names keep sight of it', () => {
    const keepers = (some: readonly Folder[]) =>
      keepSight([inNorth, inBoth, olga], north, some).map(({ name }) => name);
    expect([keepers(folders), keepers(folders.slice(1))]).toEqual([['Bo', 'Olga'], ['Olga']]);
  });
});

test('an end for many: an empty day removes the ends that there are, and changes no one else', () => {
  const soon = member('Sue', { expires_at: '2030-01-01T22:59:59Z' });
  expect(said(planEnd([me, ann, soon], '2031-01-01'))).toEqual([
    ['Ann', 'Sue'],
    { me: 'is an owner, which has no end' },
  ]);
  expect(said(planEnd([me, ann, soon], ''))).toEqual([
    ['Sue'],
    { me: 'is an owner, which has no end', Ann: 'has no end now' },
  ]);
});

test('the group that is offered first is one that the chosen members can come into', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  const inA = member('Ann', { groups: [{ id: 'a', name: 'A' }] });
  expect(likelyGroup([inA], [a, b])).toBe(b);
  expect(likelyGroup([inA, bea], [a, b])).toBe(a);
  expect(likelyGroup([inA], [a])).toBeUndefined();
});

test('an invitation is sent again to outside parties who have not accepted', () => {
  const some = [
    member('ann', { isOutside: true, invited: 'ann@example.org' }),
    member('ben', { isOutside: true }),
    member('cy', { isOutside: false, invited: 'cy@example.org' }),
    member('dee', { isOutside: true, invited: 'dee@example.org', expired: true }),
  ];
  expect(said(planAgain(some))).toEqual([
    ['ann'],
    {
      ben: 'has no invitation that waits',
      cy: 'is a colleague: an administrator sends it again, under People',
      dee: 'their membership is over',
    },
  ]);
});
