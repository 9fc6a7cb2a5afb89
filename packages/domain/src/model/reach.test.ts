import { expect, test } from '@jest/globals';
import type { GroupId, ZoneId } from '../values/ids.ts';
import { DEFAULT_LABELS, labelsUpTo } from '../values/labels.ts';
import type { FolderPath } from '../values/text.ts';
import { foldersSeenIn, isFolderSeen, sightOf } from './folder.ts';
import { everyMark, isInReach, markOf, marksIn, marksToList, nameOfReach, type Reach, zonesOpenTo } from './reach.ts';
import { inZone, zoneAt } from './restriction.ts';

const zone = (text: string) => text as ZoneId;
const path = (text: string) => text as FolderPath;
const [A, B] = ['a', 'b'] as unknown as readonly [GroupId, GroupId];

const ROOM = {
  restrictions: [
    { id: zone('z1'), path: path('For A'), groups: [{ groupId: A, role: 'contributor' }] },
    { id: zone('z2'), path: path('For A/Board'), groups: [] },
    { id: zone('z3'), path: path('For B'), groups: [{ groupId: B, role: 'viewer' }] },
  ],
} as const;
const C1 = labelsUpTo(DEFAULT_LABELS, 'C1');
const reach = (role: 'owner' | 'viewer', groups: readonly GroupId[]): Reach => ({
  labels: C1,
  zones: zonesOpenTo(ROOM, { role, groups }),
});

test('a member reaches the restricted folders of their groups, and owners of the room reach all', () => {
  expect(reach('viewer', [A]).zones).toEqual(['z1']);
  expect(reach('viewer', [A, B]).zones).toEqual(['z1', 'z3']);
  expect(zonesOpenTo(ROOM, { role: 'contributor', groups: [A, B] }, true)).toEqual(['z1']);
  expect(reach('viewer', []).zones).toEqual([]);
  expect(reach('owner', []).zones).toBe('all');
  expect(zonesOpenTo(ROOM, undefined)).toEqual([]);
});

test('a place belongs to the nearest restricted folder, and not to one whose name begins alike', () => {
  expect(['', 'For A', 'For A/x', 'For A/Board/y', 'For Alpha', 'Common'].map((at) => zoneAt(ROOM, path(at)))).toEqual([
    undefined,
    'z1',
    'z1',
    'z2',
    undefined,
    undefined,
  ]);
  const plain: { name: string; zone?: ZoneId } = { name: 'x' };
  expect(inZone(plain, undefined)).toBe(plain);
  expect(inZone(inZone(plain, zone('z1')), undefined)).toEqual(plain);
});

test('a path in other letter case or another form of Unicode leads to the same restricted folder', () => {
  const decomposed = 'Éé'.normalize('NFD');
  const room = {
    restrictions: [
      ...ROOM.restrictions,
      { id: zone('z4'), path: path(`${decomposed}${decomposed}`), groups: [] },
      { id: zone('z5'), path: path('éééé/x'), groups: [] },
    ],
  };
  const paths = ['for a', 'FOR A/x', 'for A/board/Y', 'for alpha', 'éééé', `ÉÉ${decomposed}/X/y`];
  expect(paths.map((at) => zoneAt(room, path(at)))).toEqual(['z1', 'z1', 'z2', undefined, 'z4', 'z5']);
});

test('things that a member reaches are listed under their marks, and nothing else is', () => {
  const marks = [undefined, zone('z1'), zone('z2'), zone('z3')].map((one) => markOf('C1', one));
  for (const groups of [[], [A], [B], [A, B]]) {
    const seen = reach('viewer', groups);
    for (const mark of [...marks, markOf('C2', undefined), markOf('C2', zone('z1'))])
      expect(marksIn(seen).some((key) => marksToList(mark).includes(key))).toBe(isInReach(seen, mark));
  }
  const all = reach('owner', []);
  expect(marks.every((mark) => marksToList(mark).some((key) => marksIn(all).includes(key)))).toBe(true);
  expect(marks.every((mark) => marksToList(mark).some((key) => everyMark(C1).includes(key)))).toBe(true);
});

test('a restricted folder of others changes nothing in the name of a list', () => {
  const without = {
    labels: C1,
    zones: zonesOpenTo({ restrictions: [ROOM.restrictions[0]] }, { role: 'viewer', groups: [A] }),
  };
  expect(nameOfReach(reach('viewer', [A]))).toBe(nameOfReach(without));
  expect(nameOfReach(reach('viewer', []))).toBe('');
});

test('a declared folder in a restricted one is seen by its groups, and makes the folder above known to these alone', () => {
  const inner = { isDeclared: true, zone: zone('z1'), files: {}, folders: {} };
  const above = { isDeclared: false, files: {}, folders: { [sightOf(inner)]: 1 } };
  const board = { isDeclared: true, zone: zone('z2'), files: {}, folders: {} };
  const both = { isDeclared: true, zone: zone('z1'), files: {}, folders: { [sightOf(board)]: 1 } };
  for (const folder of [inner, above, both]) {
    expect(isFolderSeen(reach('viewer', [A]), folder)).toBe(true);
    expect(isFolderSeen(reach('viewer', [B]), folder)).toBe(false);
    expect(isFolderSeen(reach('owner', []), folder)).toBe(true);
  }
  expect(isFolderSeen(reach('viewer', [A]), board)).toBe(false);
  expect(foldersSeenIn(reach('viewer', [A]), both)).toBe(0);
  expect(foldersSeenIn(reach('owner', []), both)).toBe(1);
});
