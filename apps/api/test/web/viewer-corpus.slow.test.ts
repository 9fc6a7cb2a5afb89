import { expect, test } from '@jest/globals';
import { corpus } from './corpus/corpus.ts';
import { opensAll } from './corpus/open-all.ts';

const cases = corpus();

test('the corpus has a hundred and fifty files of different names', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

opensAll(cases);
