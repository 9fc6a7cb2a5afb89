import { describe, expect, test } from '@jest/globals';
import type { Folder, Member } from '@strongroom/client';
import { foldersById, foldersNaming, foldersToAddTo, rightByGroups, rightsOfGroup } from './group-rights.ts';
import { toggledAll } from './in-group.ts';
import { foundRows, parentsOfRestricted, rowsAtOnce, treeRows } from './matrix-rows.ts';
import { groupsWith, leftToOwners, planRights, type RightAtOnce } from './rights-at-once.ts';

type Roles = Readonly<Record<string, 'viewer' | 'contributor'>>;

/** `on`: the restricted folders on the way, with itself. */
const folder = (path: string, on: readonly string[] = [], roles?: Roles): Folder =>
  ({
    id: path,
    name: path.split('/').at(-1),
    path,
    access: {
      groups: roles === undefined ? null : Object.entries(roles).map(([id, role]) => ({ group_id: id, role })),
      restricted_by: on,
    },
  }) as unknown as Folder;

const rights = (...folders: readonly Folder[]) =>
  rightsOfGroup(folders, { id: 'north' }).map(({ folder: { path }, right, isRestricted, closedBy }) => [
    path,
    right,
    isRestricted,
    closedBy?.path,
  ]);

test('an open folder is decided by roles, and a restricted one by what it gives the group', () => {
  expect(
    rights(
      folder('Common'),
      folder('Bids', ['Bids'], { north: 'contributor', south: 'viewer' }),
      folder('Letters', ['Letters'], { north: 'viewer' }),
      folder('South', ['South'], { south: 'viewer' }),
    ),
  ).toEqual([
    ['Common', 'open', false, undefined],
    ['Bids', 'contributor', true, undefined],
    ['Letters', 'viewer', true, undefined],
    ['South', 'none', true, 'South'],
  ]);
});

test('below restricted folders each of them decides, and the lowest right counts', () => {
  expect(
    rights(
      folder('Bids', ['Bids'], { north: 'viewer' }),
      folder('Bids/Drafts', ['Bids']),
      folder('Bids/North', ['Bids', 'Bids/North'], { north: 'contributor' }),
      folder('Bids/South', ['Bids', 'Bids/South'], { south: 'viewer' }),
      folder('Bids/South/Old', ['Bids', 'Bids/South']),
    ),
  ).toEqual([
    ['Bids', 'viewer', true, undefined],
    ['Bids/Drafts', 'viewer', false, undefined],
    ['Bids/North', 'viewer', true, undefined],
    ['Bids/South', 'none', true, 'Bids/South'],
    ['Bids/South/Old', 'none', false, 'Bids/South'],
  ]);
});

test('neither the top of the room nor a folder whose restrictions are hidden is listed', () => {
  expect(rights(folder(''), { path: 'Hidden' } as Folder)).toEqual([]);
});

test('a right that a folder beyond the list decides is unknown, unless a listed one is closed to the group', () => {
  expect(
    rights(
      folder('Bids/Drafts', ['Bids']),
      folder('Bids/North', ['Bids', 'Bids/North'], { north: 'viewer' }),
      folder('Bids/South', ['Bids', 'Bids/South'], { south: 'viewer' }),
    ),
  ).toEqual([
    ['Bids/Drafts', 'unknown', false, undefined],
    ['Bids/North', 'unknown', true, undefined],
    ['Bids/South', 'none', true, 'Bids/South'],
  ]);
});

test('a group opens the restricted folders that name it', () => {
  const folders = [
    folder('Both', ['Both'], { north: 'viewer', south: 'viewer' }),
    folder('North', ['North'], { north: 'contributor' }),
    folder('South', ['South'], { south: 'viewer' }),
    folder('Open'),
  ];
  expect(foldersNaming(folders, { id: 'north' })).toEqual([
    { path: 'Both', role: 'viewer', isLast: false },
    { path: 'North', role: 'contributor', isLast: true },
  ]);
});

test('a member of two groups has at each restricted folder the better right of them', () => {
  const folders = [
    folder('Bids', ['Bids'], { north: 'viewer', south: 'contributor' }),
    folder('Bids/North', ['Bids', 'Bids/North'], { north: 'contributor' }),
    folder('Bids/South', ['Bids', 'Bids/South'], { south: 'viewer' }),
  ];
  const byId = foldersById(folders);
  const rightsBy = (...ids: readonly string[]) =>
    folders.map((one) => {
      const groups = ids.map((id) => ({ id }));
      return `${one.name}: ${rightByGroups(one, groups, byId)?.right}`;
    });
  expect(rightsBy('north')).toEqual(['Bids: viewer', 'North: viewer', 'South: none']);
  expect(rightsBy('south')).toEqual(['Bids: contributor', 'North: none', 'South: viewer']);
  expect(rightsBy('north', 'south')).toEqual(['Bids: contributor', 'North: contributor', 'South: viewer']);
  expect(rightsBy()).toEqual(['Bids: none', 'North: none', 'South: none']);
});

describe('one right of a group in several folders', () => {
  const all = rightsOfGroup(
    [
      folder('Bids', ['Bids'], { north: 'viewer', south: 'viewer' }),
      folder('Bids/South', ['Bids', 'Bids/South'], { south: 'viewer' }),
      folder('Bids/South/Old', ['Bids', 'Bids/South', 'Bids/South/Old'], { south: 'viewer' }),
      folder('Open'),
      folder('Own', ['Own'], { north: 'contributor' }),
    ].map((one) => ({ ...one, may: one.path === 'Own' ? [] : (['folder.access'] as const) })),
    { id: 'north' },
  );
  const only = (...paths: readonly string[]) => all.filter(({ folder: { path } }) => paths.includes(path));
  const plan = (right: RightAtOnce, rows = all, restrictsOpen = false) => {
    const { rows: changed, left } = planRights(rows, { group: { id: 'north' }, right, restrictsOpen });
    const why = left.map(({ row, why: reason }) => [row.folder.path, reason.replaceAll(/[\u2068\u2069]/g, '')]);
    return [changed.map(({ folder: { path } }) => path), Object.fromEntries(why)];
  };

  test('leaves folders that have it already, that are not restricted, and that the reader may not change', () => {
    expect(plan('viewer', only('Bids', 'Bids/South', 'Open', 'Own'))).toEqual([
      ['Bids/South'],
      {
        Bids: 'the group has this right already',
        Open: 'it is not restricted',
        Own: 'you may not change who sees it',
      },
    ]);
    expect(plan('none', only('Bids', 'Bids/South', 'Open'), true)).toEqual([
      ['Bids'],
      { 'Bids/South': 'it does not name the group', Open: 'it is not restricted' },
    ]);
  });

  test('restricts open folders where that is wanted', () => {
    expect(plan('contributor', only('Open'), true)).toEqual([['Open'], {}]);
  });

  test('leaves a folder below one that stays closed to the group', () => {
    expect(plan('viewer', only('Bids/South/Old'))).toEqual([
      [],
      { 'Bids/South/Old': 'South above it is closed to the group' },
    ]);
    expect(plan('viewer', only('Bids/South', 'Bids/South/Old'))[0]).toEqual(['Bids/South', 'Bids/South/Old']);
  });

  test('keeps the other groups, and tells which folders only owners see afterwards', () => {
    const [bids] = only('Bids');
    expect(bids && [...groupsWith(bids.folder, { id: 'north' }, 'contributor')]).toEqual([
      ['north', 'contributor'],
      ['south', 'viewer'],
    ]);
    const left = leftToOwners({ rows: only('Bids', 'Own'), left: [] }, { id: 'north' }, 'none');
    expect(left.map(({ folder: { path } }) => path)).toEqual(['Own']);
  });
});

test('a member adds files where one of their groups may, said once for a folder and all in it', () => {
  const folders = [
    folder('Common'),
    folder('Bids', ['Bids'], { north: 'contributor', south: 'viewer' }),
    folder('Bids/Drafts', ['Bids']),
    folder('Letters', ['Letters'], { north: 'viewer', south: 'contributor' }),
  ];
  expect(foldersToAddTo(folders, [{ id: 'north' }])).toEqual(['Bids']);
  expect(foldersToAddTo(folders, [{ id: 'north' }, { id: 'south' }])).toEqual(['Bids', 'Letters']);
  expect(foldersToAddTo(folders, [])).toEqual([]);
});

describe('the table of folders', () => {
  const folders = [
    folder(''),
    folder('Bids'),
    folder('Bids/Old'),
    folder('Bids/North', ['Bids/North'], { north: 'viewer' }),
    folder('Bids/North/Drafts', ['Bids/North']),
    folder('Common'),
    folder('Common/Terms'),
  ];
  const shown = (isOpen: (path: string) => boolean) =>
    treeRows(folders, isOpen).map(({ folder: { path }, level, hasFolders }) => [path, level, hasFolders]);

  test('opens the folders above a restricted one at first, and no others', () => {
    const parents = parentsOfRestricted(folders);
    expect([...parents]).toEqual(['Bids']);
    expect(shown((path) => parents.has(path))).toEqual([
      ['Bids', 0, true],
      ['Bids/North', 1, true],
      ['Bids/Old', 1, false],
      ['Common', 0, true],
    ]);
  });

  test('shows the folders whose path has all words with the place of each', () => {
    expect(foundRows(folders, 'bids old').map(({ folder: { path }, place }) => [path, place])).toEqual([
      ['Bids/Old', 'Bids'],
    ]);
    expect(foundRows(folders, '')).toHaveLength(6);
  });

  test('draws fewer rows for many groups', () => {
    expect([1, 40, 64, 1000].map(rowsAtOnce)).toEqual([200, 100, 62, 25]);
  });
});

test('All members that were found are ticked, or none of them where all are, and others stay as they are', () => {
  const group = { id: 'north' };
  const [inside, outside] = ['north', 'south'].map((id) => ({ user_id: id, groups: [{ id }] }) as unknown as Member);
  if (inside === undefined || outside === undefined) throw new Error('both are there');
  const after = (changed: readonly string[], isAllTicked: boolean) => [
    ...toggledAll(new Set(['other', ...changed]), [inside, outside], { group, isAllTicked }),
  ];
  expect(after(['north'], false)).toEqual(['other', 'south']);
  expect(after(['south'], true)).toEqual(['other', 'north']);
});
