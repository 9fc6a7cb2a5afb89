import { expect, test } from '@jest/globals';
import type { GroupId, ZoneId } from '../values/ids.ts';
import type { FolderPath } from '../values/text.ts';
import {
  endFence,
  type FolderRights,
  fenceAgain,
  holdsRestricted,
  moveFences,
  restrict,
  restrictionOf,
  sameRestrictionsAbove,
  setStructure,
  structureOf,
} from './owner-place.ts';
import { widensSight } from './restriction.ts';

const path = (text: string): FolderPath => text as FolderPath;
const coded = (code: string) => expect.objectContaining({ code }) as unknown as Error;
const GROUP = 'g' as GroupId;
const LIST = { groups: [{ groupId: GROUP, role: 'viewer' }], newId: 'z' as ZoneId, labels: 4 } as const;
const DEAL: FolderRights = setStructure({}, path('Deal'), 'owners');
const FENCED = restrict(DEAL, path('Deal/B'), LIST);

test('a file that leaves a restricted folder may be seen by more', () => {
  const goes = (from: string, to: string) => widensSight(FENCED, path(from), path(to));
  expect([goes('deal/B/x', 'Deal'), goes('Deal/B', 'Open/B'), goes('Deal/B', 'DEAL/b/y')]).toEqual([true, true, false]);
  expect([goes('Deal', 'Deal/B'), goes('Open', 'Deal')]).toEqual([false, false]);
});

test('a folder is restricted only in a place of the owners, which stays one', () => {
  expect(() => restrict({}, path('Deal/B'), LIST)).toThrow(coded('STRUCTURE_OPEN'));
  expect(() => setStructure(FENCED, path('deal'), 'open')).toThrow(coded('STRUCTURE_IN_USE'));
  expect(restrict(FENCED, path('deal/b'), LIST)).toBe(FENCED);
  const lifted = restrict(FENCED, path('deal/b'), { ...LIST, groups: null });
  expect(structureOf(setStructure(lifted, path('DEAL'), 'open'), path('Deal'))).toBe('open');
  expect(restrict(lifted, path('Deal/B'), { ...LIST, groups: null })).toBe(lifted);
});

test('a room has at most 39 restricted folders with four labels', () => {
  const most = Array.from({ length: 39 }, (_, index) => path(`Deal/${index}`));
  const full = most.reduce((room, one) => restrict(room, one, { ...LIST, newId: one as string as ZoneId }), DEAL);
  expect(() => restrict(full, path('Deal/one more'), LIST)).toThrow(coded('LIMIT_REACHED'));
  expect(restrictionOf(restrict(full, path('Deal/3'), { ...LIST, groups: [] }), path('Deal/3'))?.groups).toEqual([]);
});

test('restrictions and places follow a move, and no restricted folder comes into an open place', () => {
  const moved = moveFences(FENCED, path('DEAL'), path('Sale/Deal'));
  expect([restrictionOf(moved, path('Sale/Deal/B'))?.id, structureOf(moved, path('Sale/Deal'))]).toEqual([
    'z',
    'owners',
  ]);
  expect(() => moveFences(FENCED, path('Deal/B'), path('B'))).toThrow(coded('STRUCTURE_OPEN'));
  expect(restrictionOf(moveFences(FENCED, path('Deal/B'), path('Deal/C')), path('Deal/C'))?.id).toBe('z');
  expect(holdsRestricted(FENCED, path('deal'))).toBe(true);
  expect(holdsRestricted(FENCED, path('Deal/B'))).toBe(false);
  expect(sameRestrictionsAbove(FENCED, path('Deal/B'), path('Open/x'))).toBe(true);
  expect(sameRestrictionsAbove(FENCED, path('Deal/B/x'), path('Open/x'))).toBe(false);
});

test('a file of a restricted folder that is gone comes back under its access list, or not at all', () => {
  const gone = endFence(FENCED, path('deal/b'));
  const file = { zone: 'z' as ZoneId };
  const to = { to: path('Deal/B'), isThere: false };
  const known = { groups: [{ id: GROUP }], labels: 4 };
  expect(restrictionOf(gone, path('Deal/B'))).toBeUndefined();
  const again = fenceAgain(gone, file, to, known);
  expect(restrictionOf(again, path('Deal/B'))).toEqual({ id: 'z', path: 'Deal/B', groups: LIST.groups });
  // Groups that are gone are left out, and never open it.
  expect(restrictionOf(fenceAgain(gone, file, to, { ...known, groups: [] }), path('Deal/B'))?.groups).toEqual([]);
  expect(() => fenceAgain(gone, file, { ...to, isThere: true }, known)).toThrow(coded('STRUCTURE_OPEN'));
  expect(() => fenceAgain(setStructure(gone, path('Deal'), 'open'), file, to, known)).toThrow(coded('STRUCTURE_OPEN'));
  expect(() => fenceAgain({}, file, to, known)).toThrow(coded('STRUCTURE_OPEN'));
  expect(fenceAgain(gone, {}, to, known)).toBe(gone);
});
