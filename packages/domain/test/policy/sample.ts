/**
 * The exhaustive comparisons on a sample of their situations, for mutation testing, which runs them thousands of times.
 * Small spaces are compared whole. The steps are primes, so the sample has every value of every part of a situation.
 */
import { expect, test } from '@jest/globals';
import type { Action } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import { compare } from './agreement.ts';
import { flawsOf } from './reasons.ts';
import { ROWS } from './rows.ts';

const stepOf = (action: Action): number => {
  const size = ROWS[action].size(action);
  if (size <= 2_000) return 1;
  return size <= 200_000 ? 7 : 61;
};

test.each(ACTIONS)('%s is decided as the interface says in a sample of situations', (action) => {
  expect(compare(action, stepOf(action)).wrong).toEqual([]);
});

test.each(ACTIONS)('%s names every rule it rests on in a sample of situations', (action) => {
  expect(flawsOf(action, stepOf(action)).flaws).toEqual([]);
});
