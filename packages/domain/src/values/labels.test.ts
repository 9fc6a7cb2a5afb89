import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { DEFAULT_ROLE_CLEARANCES } from './default-clearances.ts';
import {
  ClearanceReference,
  DEFAULT_LABELS,
  dominates,
  higherLabel,
  highestLabel,
  isKnown,
  type Label,
  LabelReference,
  type LabelScheme,
  labelsUpTo,
  rankOf,
} from './labels.ts';

/** A scheme of one to eight labels and the index of some of them. */
const schemes = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  .map((labels): LabelScheme => labels.map((label) => ({ label: label as Label, name: label })));
const labelsOf = (scheme: LabelScheme) => fc.constantFrom(...scheme.map((entry) => entry.label));
const schemeAnd = (count: number) =>
  schemes.chain((scheme) => fc.tuple(fc.constant(scheme), ...Array.from({ length: count }, () => labelsOf(scheme))));
const STRANGE = 'strange' as Label;

test('the default labels are C1 to C4, rising, with their names', () => {
  expect(DEFAULT_LABELS.map(({ label, name }) => [label, name])).toEqual([
    ['C1', 'public'],
    ['C2', 'internal'],
    ['C3', 'confidential'],
    ['C4', 'secret'],
  ]);
  expect(DEFAULT_LABELS.map(({ label }) => rankOf(DEFAULT_LABELS, label))).toEqual([1, 2, 3, 4]);
});

test('every role has its default clearance', () => {
  expect(DEFAULT_ROLE_CLEARANCES).toEqual({
    owner: 'C4',
    domain_admin: 'C4',
    security_officer: 'C4',
    department_admin: 'C3',
    auditor: 'C3',
    member: 'C2',
  });
});

test('the relation dominates is a total preorder on the labels of a scheme', () => {
  fc.assert(
    fc.property(schemeAnd(3), ([scheme, a, b, c]) => {
      const over = (x: string | undefined, y: string | undefined) => dominates(scheme, x ?? '', y ?? '');
      expect(over(a, a)).toBe(true);
      expect(over(a, b) || over(b, a)).toBe(true);
      expect(!(over(a, b) && over(b, c)) || over(a, c)).toBe(true);
      expect(over(a, b) && over(b, a)).toBe(a === b);
    }),
  );
});

test('the highest label of a scheme dominates every label of it', () => {
  fc.assert(
    fc.property(schemeAnd(1), ([scheme, any = STRANGE]) => {
      expect(dominates(scheme, highestLabel(scheme), any)).toBe(true);
    }),
  );
  expect(() => highestLabel([])).toThrow('a scheme without labels');
});

test('an unknown label dominates nothing and is dominated by nothing, not even by itself', () => {
  fc.assert(
    fc.property(schemeAnd(1), ([scheme, known = STRANGE]) => {
      expect(isKnown(scheme, STRANGE)).toBe(false);
      expect(rankOf(scheme, STRANGE)).toBe(0);
      for (const [a, b] of [
        [STRANGE, known],
        [known, STRANGE],
        [STRANGE, STRANGE],
        ['', known],
        ['', ''],
      ] as const)
        expect(dominates(scheme, a, b)).toBe(false);
    }),
  );
});

test('labels are compared byte by byte', () => {
  for (const near of ['c1', ' C1', 'C1 ', 'С1', '']) expect(isKnown(DEFAULT_LABELS, near)).toBe(false);
});

test('the higher of two labels is one of them, dominates both, and does not depend on their order', () => {
  fc.assert(
    fc.property(schemeAnd(3), ([scheme, a = STRANGE, b = STRANGE, c = STRANGE]) => {
      const top = higherLabel(scheme, a, b);
      expect([a, b]).toContain(top);
      expect(dominates(scheme, top, a) && dominates(scheme, top, b)).toBe(true);
      expect(higherLabel(scheme, b, a)).toBe(top);
      expect(higherLabel(scheme, a, a)).toBe(a);
      expect(higherLabel(scheme, top, c)).toBe(higherLabel(scheme, a, higherLabel(scheme, b, c)));
    }),
  );
});

test('a clearance reaches the higher of two labels exactly if it reaches both', () => {
  fc.assert(
    fc.property(schemeAnd(3), ([scheme, a = STRANGE, b = STRANGE, clearance = '']) => {
      const both = dominates(scheme, clearance, a) && dominates(scheme, clearance, b);
      expect(dominates(scheme, clearance, higherLabel(scheme, a, b))).toBe(both);
    }),
  );
});

test('an unknown label is the higher one, so that no clearance reaches it', () => {
  expect(higherLabel(DEFAULT_LABELS, STRANGE, 'C4' as Label)).toBe(STRANGE);
  expect(higherLabel(DEFAULT_LABELS, 'C1' as Label, STRANGE)).toBe(STRANGE);
});

test('a clearance lists exactly the labels it dominates, in rising order', () => {
  fc.assert(
    fc.property(schemeAnd(1), ([scheme, clearance = '']) => {
      const reached = scheme.map((entry) => entry.label).filter((label) => dominates(scheme, clearance, label));
      expect(labelsUpTo(scheme, clearance)).toEqual(reached);
    }),
  );
  expect(labelsUpTo(DEFAULT_LABELS, 'C2')).toEqual(['C1', 'C2']);
  expect(labelsUpTo(DEFAULT_LABELS, STRANGE)).toEqual([]);
  expect(labelsUpTo(DEFAULT_LABELS, '')).toEqual([]);
});

test('a label in a body is any string, which the scheme verifies later', () => {
  for (const value of [LabelReference, ClearanceReference]) {
    expect([value.is('C3'), value.is('C9'), value.is('')]).toEqual([true, true, true]);
    for (const other of [null, undefined, 3, ['C3']]) expect(value.problem(other)?.rule).toBe('label');
  }
});
