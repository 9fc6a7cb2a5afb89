import { describe, expect, test } from '@jest/globals';
import { mutationPage } from './page.ts';
import { judged, resultOf, type StrykerReport, scoreOf, together } from './report.ts';

const mutant = (status: string, line: number, column: number, end: number, replacement?: string) => ({
  mutatorName: 'EqualityOperator',
  status,
  location: { start: { line, column }, end: { line, column: end } },
  ...(replacement !== undefined && { replacement }),
});
const report = (...mutants: StrykerReport['files'][string]['mutants']): StrykerReport => ({
  files: { 'a.ts': { source: 'first\n  a > b\nlast', mutants } },
});

describe('the result of a report', () => {
  test('counts a failed test and an endless loop as noticed', () => {
    const result = resultOf(report(mutant('Killed', 1, 1, 2), mutant('Timeout', 1, 1, 2), mutant('Survived', 2, 3, 8)));
    expect(result).toMatchObject({ mutants: 3, noticed: 2 });
    expect(scoreOf(result)).toBeCloseTo(66.67, 2);
  });

  test('counts a mutant that no test reaches as a survivor', () => {
    expect(resultOf(report(mutant('NoCoverage', 1, 1, 6)))).toMatchObject({ mutants: 1, noticed: 0 });
  });

  test('does not count mutants that do not load', () => {
    expect(resultOf(report(mutant('RuntimeError', 1, 1, 2)))).toMatchObject({ mutants: 0, noticed: 0 });
  });

  test('counts the mutants that a fast run leaves out apart', () => {
    expect(resultOf(report(mutant('Ignored', 1, 1, 2), mutant('Killed', 1, 1, 2)))).toMatchObject({
      mutants: 1,
      leftOut: 1,
    });
  });

  test('names the line, the code and the change of a survivor', () => {
    expect(resultOf(report(mutant('Survived', 2, 3, 8, 'a >= b'))).survivors).toEqual([
      { file: 'a.ts', at: 2, line: 'a > b', original: 'a > b', becomes: 'a >= b' },
    ]);
  });
});

describe('survivors', () => {
  const { survivors } = resultOf(report(mutant('Survived', 2, 3, 8, 'a >= b'), mutant('Survived', 2, 3, 8, 'true')));
  const reason = { file: 'a.ts', line: 'a > b', becomes: 'a >= b', why: 'a never equals b' };

  test('need a reason each', () => {
    const { accepted, unexplained, needless } = judged(survivors, [reason]);
    expect(accepted).toMatchObject([{ becomes: 'a >= b', why: 'a never equals b' }]);
    expect(unexplained).toMatchObject([{ becomes: 'true' }]);
    expect(needless).toEqual([]);
  });

  test('leave reasons that none of them needs', () => {
    const other = { ...reason, file: 'b.ts' };
    expect(judged(survivors, [reason, other]).needless).toEqual([other]);
  });
});

test('the page has the score of each area over all its slices', () => {
  const slice = (name: string) => ({ name, mutate: [], tests: '', without: [] });
  const area = { name: 'domain', lowest: 80, slices: [slice('one'), slice('two'), slice('three')] };
  const one = resultOf(report(mutant('Killed', 1, 1, 2), mutant('Killed', 1, 1, 2), mutant('Killed', 1, 1, 2)));
  const two = resultOf(report(mutant('Survived', 2, 3, 8)));
  expect(scoreOf(together([one, two]))).toBe(75);
  const page = mutationPage(
    [area],
    new Map([
      ['one', one],
      ['two', two],
    ]),
    '2026-01-02',
  );
  expect(page).toContain('| **domain**, as far as it was run | 4 | 1 | 75.0 % | 0 | 80 % |');
  expect(page).toContain('| two | 1 | 1 | 0.0 % | 0 |  |');
  expect(page).toContain('| three | not run |');
  expect(page).toContain('| [a.ts:2](../../a.ts) | `a > b` | `EqualityOperator` |');
  expect(page).toContain('Last run: 2026-01-02.');
});
