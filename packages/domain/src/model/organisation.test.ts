import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { labelRules, userId } from '../../test/examples.ts';
import type { OrgId, OrgUnitId } from '../values/ids.ts';
import { DEFAULT_LABELS, type Label, type LabelScheme } from '../values/labels.ts';
import { keepsOrder, mayBeShared, type Organisation, withOwner, withoutOwner } from './organisation.ts';

const organisation = (...owners: readonly number[]): Organisation => ({
  id: 'organisation' as OrgId,
  rootUnitId: 'root' as OrgUnitId,
  scheme: DEFAULT_LABELS,
  owners: owners.map(userId),
});
const scheme = (...labels: readonly string[]): LabelScheme =>
  labels.map((label) => ({ label: label as Label, name: label }));

describe('the owners of the organisation', () => {
  test('gain a new owner, and list each owner once', () => {
    const one = organisation(1);
    expect(withOwner(one, userId(2)).owners).toEqual([userId(1), userId(2)]);
    expect(withOwner(one, userId(1))).toBe(one);
  });

  test('lose a removed owner', () => {
    expect(withoutOwner(organisation(1, 2), userId(1)).owners).toEqual([userId(2)]);
    expect(withoutOwner(organisation(1), userId(2)).owners).toEqual([userId(1)]);
    expect(withoutOwner(organisation(), userId(1)).owners).toEqual([]);
  });

  test('cannot lose the last one', () => {
    expect(() => withoutOwner(organisation(1), userId(1))).toThrow(expect.objectContaining({ code: 'LAST_OWNER' }));
  });

  test('stay a set of at least one over any sequence of changes', () => {
    const step = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = organisation(1);
        const expected = new Set([1]);
        for (const [adds, n] of steps) {
          const mustRefuse = !adds && expected.size === 1 && expected.has(n);
          const change = () => (adds ? withOwner(state, userId(n)) : withoutOwner(state, userId(n)));
          expect(outcomeOf(change)).toBe(mustRefuse ? 'LAST_OWNER' : 'done');
          if (mustRefuse) continue;
          state = change();
          expected[adds ? 'add' : 'delete'](n);
          expect([...state.owners].sort()).toEqual([...expected].map(userId).sort());
        }
      }),
    );
  });
});

const outcomeOf = (change: () => unknown): string => {
  try {
    change();
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the order of labels, once used,', () => {
  test('may stay, be renamed, and gain labels anywhere', () => {
    const used = scheme('C1', 'C2', 'C3');
    expect(keepsOrder(used, used)).toBe(true);
    expect(keepsOrder(used, [{ label: 'C1' as Label, name: 'anything' }, ...scheme('C2', 'C3')])).toBe(true);
    expect(keepsOrder(used, scheme('C0', 'C1', 'C2', 'C2b', 'C3', 'C4'))).toBe(true);
    expect(keepsOrder([], used)).toBe(true);
  });

  test('may lose no label and swap none', () => {
    const used = scheme('C1', 'C2', 'C3');
    for (const next of [
      scheme(),
      scheme('C1', 'C2'),
      scheme('C2', 'C3'),
      scheme('C1', 'C3', 'C2'),
      scheme('C3', 'C2', 'C1'),
      scheme('C1', 'X', 'C3'),
    ])
      expect([next, keepsOrder(used, next)]).toEqual([next, false]);
  });

  test('keeps for any two used labels which of them is higher', () => {
    const labels = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']);
    fc.assert(
      fc.property(labels, labels, (used, next) => {
        const kept = used.every(
          (a, i) => next.includes(a) && used.slice(i + 1).every((b) => next.indexOf(a) < next.indexOf(b)),
        );
        expect(keepsOrder(scheme(...used), scheme(...next))).toBe(kept);
      }),
    );
  });
});

test('links are allowed up to the label that the operator names, and to all where none is named', () => {
  const upToC2 = { ...labelRules, shareMaxLabel: 'C2' as Label };
  for (const [label, allowed] of [
    ['C1', true],
    ['C2', true],
    ['C3', false],
    ['C9', false],
  ] as const) {
    expect(mayBeShared(upToC2, label as Label)).toBe(allowed);
    expect(mayBeShared(labelRules, label as Label)).toBe(true);
  }
});
