import { expect, test } from '@jest/globals';
import { SPECIFICATION } from '@strongroom/contract-tests';
import { SERVICE_MUTANTS } from './mutants/all.ts';

test('every row of the conformance page has a mutant, and every mutant breaks a row', () => {
  expect(new Set(SERVICE_MUTANTS.map(({ breaks }) => breaks))).toEqual(new Set(SPECIFICATION.map(({ id }) => id)));
});
