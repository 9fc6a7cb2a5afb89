import { describe, expect, test } from '@jest/globals';
import { aUnit, aUnitMembership, NOW, unitId, userId } from '../../test/examples.ts';
import type { OrgUnitName, RoomDescription } from '../values/text.ts';
import { plus } from '../values/time.ts';
import {
  assertDeletable,
  countIn,
  isLiveInUnit,
  isRoot,
  lineOf,
  MAX_UNIT_DEPTH,
  type OrgUnit,
  rootUnit,
  unitBelow,
} from './org-unit.ts';

const refusal = (code: string) => expect.objectContaining({ code });
const named = (n: number) => ({
  id: unitId(n),
  name: `Unit ${n}` as OrgUnitName,
  description: 'Purpose of the unit' as RoomDescription,
  at: plus(NOW, n),
});
const root = rootUnit(named(1));
/** A unit of every level down to `depth`, from the root. */
const lineDownTo = (depth: number): OrgUnit =>
  Array.from({ length: depth - 1 }, (_, i) => named(i + 2)).reduce((parent, of) => unitBelow(parent, of), root);
const WHAT = ['children', 'rooms', 'members'] as const;

describe('a new unit', () => {
  test('is empty and lists its ancestors from the root down', () => {
    expect(unitBelow(unitBelow(root, named(2)), named(3))).toEqual({
      id: unitId(3),
      name: 'Unit 3',
      description: 'Purpose of the unit',
      parentId: unitId(2),
      ancestors: [unitId(1), unitId(2)],
      children: 0,
      rooms: 0,
      members: 0,
      createdAt: plus(NOW, 3),
    });
  });

  test('is the root only if it has no parent', () => {
    expect(root).toMatchObject({ parentId: null, ancestors: [], children: 0, rooms: 0, members: 0 });
    expect([isRoot(root), isRoot(unitBelow(root, named(2)))]).toEqual([true, false]);
  });

  test('does not change its parent, which is counted separately', () => {
    const before = structuredClone(root);
    unitBelow(root, named(2));
    expect(root).toEqual(before);
  });

  test('is at most eight levels deep, the root being the first', () => {
    expect(MAX_UNIT_DEPTH).toBe(8);
    const deepest = lineDownTo(8);
    expect(lineOf(deepest)).toHaveLength(8);
    expect(() => unitBelow(deepest, named(9))).toThrow(
      expect.objectContaining({ code: 'LIMIT_REACHED', message: 'Org units are at most 8 levels deep.' }),
    );
  });
});

test('the line of a unit is itself and all above, from the root down', () => {
  expect(lineOf(root)).toEqual([unitId(1)]);
  expect(lineOf(lineDownTo(3))).toEqual([unitId(1), unitId(2), unitId(3)]);
});

describe('counting in a unit', () => {
  test.each(WHAT)('counts %s in and out and nothing else', (what) => {
    const unit = aUnit({ children: 3, rooms: 3, members: 3 });
    expect(countIn(unit, what, 1)).toEqual({ ...unit, [what]: 4 });
    expect(countIn(unit, what, -1)).toEqual({ ...unit, [what]: 2 });
  });

  test.each(WHAT)('leaves the root alone, so that not every change of %s waits for it', (what) => {
    expect(countIn(root, what, 1)).toBe(root);
  });
});

describe('deleting a unit', () => {
  test('is for empty ones', () => {
    expect(() => assertDeletable(aUnit())).not.toThrow();
  });

  test.each(WHAT)('is refused while there are %s', (what) => {
    expect(() => assertDeletable(aUnit({ [what]: 1 }))).toThrow(refusal('ORG_UNIT_NOT_EMPTY'));
  });

  test('is refused for the root, empty or not', () => {
    expect(() => assertDeletable(root)).toThrow(refusal('ORG_UNIT_NOT_EMPTY'));
  });
});

describe('a membership in a unit', () => {
  const membership = aUnitMembership({ userId: userId(1), epoch: 3 });

  test('counts for its own user in the epoch it was made in', () => {
    expect(isLiveInUnit(membership, { id: userId(1), epoch: 3 })).toBe(true);
  });

  test('does not count after a deactivation, for another user, or if it is missing', () => {
    expect(isLiveInUnit(membership, { id: userId(1), epoch: 4 })).toBe(false);
    expect(isLiveInUnit(membership, { id: userId(1), epoch: 2 })).toBe(false);
    expect(isLiveInUnit(membership, { id: userId(2), epoch: 3 })).toBe(false);
    expect(isLiveInUnit(undefined, { id: userId(1), epoch: 3 })).toBe(false);
  });
});
